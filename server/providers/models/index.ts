export {
  type CitableSource,
  type CompleteRequest,
  type Completion,
  completeAll,
  type Model,
  ModelError,
} from './model-port.ts'
export { createOpenAiModel } from './openai/openai-model.ts'
export { createTemplateModel } from './template/template-model.ts'
