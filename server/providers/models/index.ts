export {
  type CitableSource,
  type CompleteEvent,
  type CompleteRequest,
  type Completion,
  completeAll,
  type Model,
  ModelError,
  type ModelErrorCode,
  type ModelMessage,
  type ModelUsage,
  type WritingTask,
} from './model-port.ts'
export { createOpenAiModel, type OpenAiSetup } from './openai/openai-model.ts'
export { createTemplateModel } from './template/template-model.ts'
