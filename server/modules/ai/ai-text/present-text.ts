import type { aiTextRun } from '#contract/activity/run-kinds/ai-text.ts'
import type { AiText } from '#contract/ai/ai-text.ts'
import type { RunOf } from '#server/modules/activity/runs/index.ts'
import { pick } from '#server/platform/pick.ts'
import type { ShownText } from './ai-text-reads.ts'

/** A text for the API; the model's raw answer is never included. */
export function presentText(row: ShownText): AiText {
  const input = row.input as RunOf<typeof aiTextRun>['input']
  const prompt = input.prompts[row.prompt]
  return {
    id: row.id,
    run_id: row.run_id,
    list_id: row.list_id,
    type: input.type,
    ...pick(row, 'lead_id', 'lead_name', 'prompt', 'prompt_type', 'field'),
    prompt_name: prompt?.name ?? '',
    version: prompt?.version ?? 0,
    state: row.state,
    reason: row.reason,
    text: row.text,
    // Earlier versions were evaluated by other rules.
    sentences: row.sentences.map((sentence) => ({
      ...sentence,
      state:
        sentence.state === undefined && sentence.citations.length > 0
          ? 'not_verified'
          : (sentence.state ?? null),
    })),
    dropped: row.dropped,
    review: row.review,
    reviewed_by: row.reviewer,
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    provider: input.provider,
    tokens: row.prompt_tokens + row.completion_tokens,
    created_at: row.created_at.toISOString(),
  }
}
