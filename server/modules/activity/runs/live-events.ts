import type { LiveEvent } from '#contract/activity/runs.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { followAccount } from '#server/platform/http/follow-account.ts'
import type { LiveMessage } from '#server/platform/live-bus.ts'
import { showRun } from './runs.ts'

async function toEvent(ctx: Context, message: LiveMessage, actor: Actor): Promise<LiveEvent | null> {
  if (message.kind === 'reconnected') return { type: 'hello' }
  if (message.kind === 'wallet') return { type: 'wallet' }
  if (message.kind === 'access') return { type: 'access' }
  // Its id is the person's: others of the account are not notified.
  if (message.kind === 'notification') return message.id === actor.userId ? { type: 'notification' } : null
  if (!can(actor, 'see_work')) return null
  if (message.kind === 'list') return { type: 'list', list_id: message.id }
  if (message.kind === 'autopilot') return { type: 'autopilot' }
  if (message.kind !== 'run') return null
  const run = await showRun(ctx, actor, message.id).catch(() => null)
  return run ? { type: 'run', run } : null
}

/** The account's events for an open page. */
export async function* liveEvents(ctx: Context, actor: Actor, signal: AbortSignal): AsyncIterable<LiveEvent> {
  for await (const message of followAccount(ctx, actor, signal)) {
    const event = message ? await toEvent(ctx, message, actor) : ({ type: 'ping' } as const)
    if (event) yield event
  }
}
