import type { TrainingKind } from '#contract/ai/ai-training.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { countPassages, findItem, pageOfItems } from './ai-training-store.ts'
import { createReadTraining } from './files-and-pages.ts'
import { createWrittenTraining } from './texts-and-questions.ts'
import { countTraining } from './training-allowance.ts'
import { createTrainingTrash } from './training-trash.ts'

export type { ItemRow } from './ai-training-store.ts'

const createTrainingReads = ({ db }: { db: Db }) => ({
  page: async (
    accountId: number,
    kind: TrainingKind,
    query: { page: number; limit: number; search?: string | undefined },
  ) => pageOfItems(db, accountId, { kind, ...query }),

  async show(accountId: number, id: number) {
    const row = await findItem(db, accountId, id)
    if (!row) throw notFound('The training')
    const { kind, title, url, body: text, tokens, instructions } = row
    return {
      id,
      kind,
      title,
      url,
      text,
      tokens,
      instructions,
      passages: await countPassages(db, accountId, id),
    }
  },

  tokens: (accountId: number, text: string | undefined) => countTraining(db, accountId, text),
})

/** Pages, texts, questions and files that the AI of an account may read. */
export const createAiTraining = (deps: { db: Db }) => ({
  ...createTrainingReads(deps),
  ...createWrittenTraining(deps),
  ...createReadTraining(deps),
  ...createTrainingTrash(deps),
})

export type AiTraining = ReturnType<typeof createAiTraining>
