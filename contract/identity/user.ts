import * as z from 'zod/mini'
import { accountSettingValues } from '../accounts/account-settings.ts'
import { SiteSettings } from '../branding/sites.ts'
import { CAPABILITIES } from '../core/capabilities.ts'
import { Id, Timestamp } from '../core/common.ts'
import { MODULES, ROLES } from '../core/constants.ts'
import { HOUR_CYCLES } from '../core/locales.ts'
import { CustomField } from '../leads/custom-fields.ts'
import { ACTING_MODES } from './log-in-as.ts'

/** The signed-in user with the fields of spec section 3. Other users' keys are never shown in full. */
export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(ROLES),
  created_at: Timestamp,
  hash_hmac: z
    .string()
    .check(
      z.describe(
        'HMAC-SHA256 of the user id, hex; identifies the user to a chat widget. Empty for API keys and while logged in as someone else',
      ),
    ),
  modules: z.array(z.object({ id: z.int(), slug: z.enum(MODULES) })),
  isMainUser: z.boolean(),
  accessToWallet: z.boolean(),
  can: z
    .array(z.enum(CAPABILITIES))
    .check(
      z.describe(
        'Capabilities of the person in the account; `x-access` of an endpoint names the required ones',
      ),
    ),
  parentSettings: z.object({ support_open_ai_api_key: z.boolean() }),
  open_ai_api_key: z.nullable(z.string()).check(z.describe('Masked; null when none is stored')),
  formats: z
    .object({
      time_zone: z.nullable(z.string()),
      locale: z.nullable(z.string()),
      hour_cycle: z.nullable(z.enum(HOUR_CYCLES)),
    })
    .check(z.describe('Formats of dates, times and numbers; null follows the browser')),
  account: z.object({
    id: Id,
    ...accountSettingValues,
    delete_at: z
      .nullable(Timestamp)
      .check(z.describe('When the account is deleted; null unless it is closed')),
    access: z.object({
      level: z.enum(['full', 'read_only', 'locked', 'closed']),
      message: z.nullable(z.string()).check(z.describe('Why access is limited, and what to do')),
    }),
  }),
  custom_fields: z.array(CustomField).check(z.describe('Custom fields of the account, by label')),
  has_password: z
    .boolean()
    .check(z.describe('False for a person who has only signed in with Google or Facebook')),
  second_factor: z.boolean().check(z.describe('Whether sign-in requires an authenticator code')),
  terms_to_accept: z
    .nullable(z.object({ id: Id, version: z.int(), title: z.string() }))
    .check(z.describe('Terms that the person has to accept; null if none')),
  acting: z
    .nullable(
      z.object({
        actor_name: z.string(),
        reason: z.string(),
        mode: z.enum(ACTING_MODES),
        ends_at: Timestamp,
        brand: z
          .nullable(SiteSettings)
          .check(z.describe('Brand that the person sees; null if it is this domain’s')),
      }),
    )
    .check(z.describe('Who is logged in as this person in this session; null without one')),
  brand_scripts: z
    .boolean()
    .check(
      z.describe(
        'Whether the brand’s script and chat may run: not for the team of the account that owns the brand, nor while logged in as someone else',
      ),
    ),
})
export type User = z.output<typeof User>

/** Result of every sign-in: the token to send as `Authorization: Bearer`, and its user. */
export const SignedIn = z.object({
  data: z.object({
    authorisation: z.object({ token: z.string(), type: z.literal('bearer'), expires_at: Timestamp }),
    user: User,
  }),
})
export type SignedIn = z.output<typeof SignedIn>
