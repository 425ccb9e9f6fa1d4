import type { TrainingKind, TrainingLanguage } from '#contract/ai/ai-training.ts'
import type { Versioned } from '#contract/core/versions.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { requireVersion } from '#server/platform/edit-conflict.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import {
  findItem,
  type ItemFacts,
  type ItemRow,
  insertItem,
  lockItem,
  updateItem,
} from './ai-training-store.ts'
import type { PreparedText } from './text/prepare-text.ts'
import { requireTokens } from './training-allowance.ts'

export type Language = TrainingLanguage | 'auto'

/** The version a change is based on, and how a conflict returns the current one. */
interface Seen {
  version: number
  present(row: ItemRow): Versioned
}

/** The noun for training in messages. */
export const TRAINING_NAMES: Record<TrainingKind, string> = {
  page: 'The page',
  text: 'The text',
  qa: 'The question',
  file: 'The file',
}

/** @throws AppError not_found. */
export async function findTraining(
  db: Db,
  accountId: number,
  id: number,
  kind: TrainingKind,
): Promise<ItemRow> {
  const row = await findItem(db, accountId, id, kind)
  if (!row) throw notFound(TRAINING_NAMES[kind])
  return row
}

export const auditTraining = (db: Db, actor: Actor, id: number, kind: TrainingKind) =>
  recordAudit(db, { accountId: actor.accountId, subject: `ai_training:${id}`, detail: { kind } })

/** @throws AppError conflict when the plan has too few tokens left. */
export const addItem = (
  db: Db,
  actor: Actor,
  item: { kind: TrainingKind; title: string; language: Language; text: PreparedText; facts?: ItemFacts },
): Promise<ItemRow> =>
  transaction(db, async () => {
    const { accountId, userId } = actor
    await requireTokens(db, accountId, item.text.tokens)
    const id = await insertItem(db, { facts: {}, ...item, accountId, userId })
    auditTraining(db, actor, id, item.kind)
    return findTraining(db, accountId, id, item.kind)
  })

/** @throws AppError not_found, conflict when someone else has changed it or the plan has too few tokens left. */
export const changeItem = (
  db: Db,
  actor: Actor,
  id: number,
  kind: TrainingKind,
  to: { title: string; language: Language; text: PreparedText; facts?: ItemFacts; seen?: Seen },
): Promise<ItemRow> =>
  transaction(db, async () => {
    const { accountId } = actor
    const before = to.seen
      ? await lockItem(db, accountId, id, kind)
      : await findTraining(db, accountId, id, kind)
    if (!before) throw notFound(TRAINING_NAMES[kind])
    if (to.seen) requireVersion(before, to.seen.version, to.seen.present)
    await requireTokens(db, accountId, to.text.tokens - before.tokens)
    await updateItem(db, { accountId, id }, to)
    auditTraining(db, actor, id, kind)
    return findTraining(db, accountId, id, kind)
  })
