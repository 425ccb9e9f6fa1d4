import { CRM_KINDS } from '#contract/core/crms/index.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import { checkUrl } from '#server/modules/activity/webhooks/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import type { ConnectionRow } from './connections-store.ts'
import { createCrmContext } from './crm-access.ts'
import { messageCrmsOf } from './crm-clients.ts'
import { asCallError } from './crm-errors.ts'
import type { StoredAccess } from './crm-tokens.ts'
import { findContactCrm, requireOfferedCrm } from './offered-crms.ts'

interface NewConnection {
  crm: CrmId
  token?: string
  location?: string
  url?: string
  label?: string
}

/** The result of checking a connection before it is stored. */
export interface CheckedConnection {
  crm: CrmId
  way: ConnectionRow['way']
  access: StoredAccess
  account: string
  label: string
}

/** The normalized URL of a CRM's catch hook; in development also at names of HOST_MAP. */
function checkHookUrl(ctx: Context, crm: CrmId, url: string): string {
  const { hosts } = ctx.webhookSending
  const host = messageCrmsOf(ctx).get(crm)?.host
  const checked = checkUrl(url, hosts)
  const { hostname } = new URL(checked)
  if (hostname === host || hosts.has(hostname)) return checked
  throw invalidField('url', `Enter a catch hook URL that starts with https://${host}/`)
}

function checkHook(ctx: Context, { crm, url, label }: NewConnection): CheckedConnection {
  if (!url) throw invalidField('url', MESSAGES.required)
  const checked = checkHookUrl(ctx, crm, url)
  const account = hashToken(checked).slice(0, 16)
  return {
    crm,
    way: 'url',
    access: { secret: checked },
    account,
    label: label || CRM_KINDS[crm].label,
  }
}

async function checkToken(
  ctx: Context,
  connection: NewConnection,
  signal: AbortSignal,
): Promise<CheckedConnection> {
  const { token, location = '', label } = connection
  if (!token) throw invalidField('token', MESSAGES.required)
  const { hasLocation } = CRM_KINDS[connection.crm]
  const place = hasLocation ? location : ''
  if (hasLocation && !place) throw invalidField('location', MESSAGES.required)
  const crm = findContactCrm(ctx, connection.crm)
  try {
    const { account, name } = await crm.test(
      createCrmContext(ctx, crm, { account: place, secret: token, way: 'token', signal }),
    )
    return { crm: connection.crm, way: 'token', access: { secret: token }, account, label: label || name }
  } catch (error) {
    if (error instanceof CrmError && ['refused', 'forbidden', 'gone', 'invalid'].includes(error.code))
      throw invalidField('token', `${crm.label} rejected this ${place ? 'token for this location' : 'token'}`)
    throw asCallError(error)
  }
}

/** Checks the input with the CRM. @throws AppError unless it may be stored. */
export async function checkNewConnection(
  ctx: Context,
  actor: Actor,
  connection: NewConnection,
  signal: AbortSignal,
): Promise<CheckedConnection> {
  await requireOfferedCrm(ctx, actor, connection.crm)
  const { credential, label } = CRM_KINDS[connection.crm]
  if (credential === 'none') throw conflict(`${label} is connected on its own sign-in page, not by a token`)
  return credential === 'url' ? checkHook(ctx, connection) : checkToken(ctx, connection, signal)
}
