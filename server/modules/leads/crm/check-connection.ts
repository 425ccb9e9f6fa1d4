import { MESSAGES } from '#contract/core/messages.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import { CRM_KINDS } from '#contract/leads/crm-kinds.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import type { ConnectionRow } from './connections-store.ts'
import type { CrmAccessService } from './crm-access.ts'
import { asCallError } from './crm-errors.ts'
import type { StoredAccess } from './crm-tokens.ts'
import type { OfferedCrms } from './offered-crms.ts'

interface NewConnection {
  crm: CrmId
  token?: string | undefined
  location?: string | undefined
  url?: string | undefined
  label?: string | undefined
}

/** The result of checking a connection before it is stored. */
export interface CheckedConnection {
  crm: CrmId
  way: ConnectionRow['way']
  access: StoredAccess
  account: string
  label: string
}

interface CheckDeps {
  access: Pick<CrmAccessService, 'newContext'>
  offered: OfferedCrms
  /** The normalized URL of a catch hook. @throws AppError validation_failed at `url`. */
  checkHook(crm: CrmId, url: string): string
}

/** Checks the input with the CRM. @throws AppError unless it may be stored. */
export function createConnectionCheck({ access, offered, checkHook }: CheckDeps) {
  function checkUrl({ crm, url, label }: NewConnection): CheckedConnection {
    if (!url) throw invalidField('url', MESSAGES.required)
    const checked = checkHook(crm, url)
    const account = hashToken(checked).slice(0, 16)
    return {
      crm,
      way: 'url',
      access: { secret: checked },
      account,
      label: label || CRM_KINDS[crm].label,
    }
  }

  async function checkToken(connection: NewConnection, signal: AbortSignal): Promise<CheckedConnection> {
    const { token, location = '', label } = connection
    if (!token) throw invalidField('token', MESSAGES.required)
    const { hasLocation } = CRM_KINDS[connection.crm]
    const place = hasLocation ? location : ''
    if (hasLocation && !place) throw invalidField('location', MESSAGES.required)
    const crm = offered.contactCrm(connection.crm)
    try {
      const { account, name } = await crm.test(access.newContext(crm, place, token, 'token', signal))
      return { crm: connection.crm, way: 'token', access: { secret: token }, account, label: label || name }
    } catch (error) {
      if (error instanceof CrmError && ['refused', 'forbidden', 'gone', 'invalid'].includes(error.code))
        throw invalidField(
          'token',
          `${crm.label} rejected this ${place ? 'token for this location' : 'token'}`,
        )
      throw asCallError(error)
    }
  }

  return async (actor: Actor, connection: NewConnection, signal: AbortSignal): Promise<CheckedConnection> => {
    await offered.requireOffered(actor, connection.crm)
    return CRM_KINDS[connection.crm].credential === 'url'
      ? checkUrl(connection)
      : checkToken(connection, signal)
  }
}
