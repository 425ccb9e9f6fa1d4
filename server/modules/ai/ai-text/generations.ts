import { sql } from 'kysely'
import type { aiTextRun } from '#contract/activity/run-kinds/ai-text.ts'
import type { AiTextState } from '#contract/ai/ai-text.ts'
import { type Generation, generations } from '#contract/ai/platform-prompts.ts'
import type { RunOf } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { route } from '#server/platform/http/route.ts'
import { pick } from '#server/platform/pick.ts'

interface GenerationsQuery {
  page: number
  limit: number
  state?: AiTextState
  search?: string
}

/** Texts of all accounts with their run, newest first. */
function pageOfGenerations(db: Db, { page, limit, state, search }: GenerationsQuery) {
  const condition = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(state ? [sql`t.state = ${state}`] : []),
      ...(search
        ? [
            sql`t.account_id = any(array(select id from account_node where name ilike ${containing(search)}
              union select account_id from member where email ilike ${containing(search)}
              ${/^\d{1,15}$/.test(search) ? sql`union select ${search}::bigint` : sql``}))`,
          ]
        : []),
    ],
    sql` and `,
  )}`
  const counted = db.selectFrom('ai_text as t').where(condition)
  const rows = counted
    .innerJoin('run_info as r', (join) =>
      join.onRef('r.account_id', '=', 't.account_id').onRef('r.id', '=', 't.run_id'),
    )
    .innerJoin('account_node as a', 'a.id', 't.account_id')
    .select([
      't.id',
      't.account_id',
      't.run_id',
      't.prompt',
      't.prompt_type',
      't.state',
      't.reason',
      't.review',
    ])
    .select(['t.model', 't.prompt_tokens', 't.completion_tokens', 't.sentences', 't.dropped', 't.created_at'])
    .select(['a.name as account', 'r.input'])
    .orderBy('t.id', 'desc')
  return readPage(counted, rows, { page, limit })
}

type Row = Awaited<ReturnType<typeof pageOfGenerations>>['rows'][number]

const countSentences = ({ sentences }: Row, state: 'quoted' | 'not_verified'): number =>
  sentences.filter((sentence) => sentence.state === state).length

function present(row: Row): Generation {
  const input = row.input as RunOf<typeof aiTextRun>['input']
  const prompt = input.prompts[row.prompt]
  const tokens = row.prompt_tokens + row.completion_tokens
  return {
    ...pick(row, 'id', 'account_id', 'account', 'run_id'),
    list_type: input.type,
    prompt_type: row.prompt_type,
    prompt_name: prompt?.name ?? '',
    prompt_version: prompt?.version ?? 0,
    is_platform_prompt: prompt?.fine_tune_id === null,
    state: row.state,
    reason: row.reason,
    review: row.review,
    provider: input.provider,
    level: input.level,
    model: row.model,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    credits: Math.round(tokens * input.rate) / 1000,
    verdict: {
      quoted: countSentences(row, 'quoted'),
      not_verified: countSentences(row, 'not_verified'),
      dropped: row.dropped.length,
    },
    created_at: row.created_at.toISOString(),
  }
}

/** All generated texts without their content, for operators. */
export const generationRoutes = (ctx: Context) => [
  route(generations, async ({ query }) => {
    const { rows, total } = await pageOfGenerations(ctx.db, query)
    return pageReply(rows.map(present), query, total)
  }),
]
