import * as z from 'zod/mini'
import { Coupon } from '../accounts/plans.ts'
import { MailServerSettings } from '../branding/mail-server.ts'
import { text } from '../core/common.ts'
import { LeftToAccount } from './kit-packages.ts'

/** Characters of an image of 5 MB as a data URL. */
const MAX_IMAGE = 7 * 1024 * 1024

const nullable = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)

/** As in its path `/brand-images/KEY.png`, which the site and its texts use. */
export const ImageKey = z
  .string()
  .check(z.regex(/^[a-f0-9]{32}$/, { error: 'Write the name in its path: 32 hexadecimal digits' }))

export const InstallationImage = z.string().check(
  z.maxLength(MAX_IMAGE),
  z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, {
    error: 'Write a PNG image as data:image/png;base64,…',
  }),
)

export const DomainKey = z.string().check(
  z.regex(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: 'Write a host name in small letters, other scripts as xn--…',
  }),
)

/** A domain of a site. Proofs and certificates are those of the server that it is on. */
export const InstallationDomain = z.strictObject({
  primary: LeftToAccount.check(z.describe('Links in emails use it; without it, that stays as it is')),
})
export type InstallationDomain = z.output<typeof InstallationDomain>

const server = MailServerSettings.shape

/** The mail server of a site, without its DKIM keys, which each server makes. */
export const InstallationMailServer = z
  .strictObject({
    host: server.host,
    port: server.port,
    security: server.security,
    username: nullable(text(254)),
    password: nullable(text(500)).check(z.describe('A reference to an environment variable')),
    from_address: server.from_address,
    reply_to: nullable(server.from_address),
    fallback: z._default(z.boolean(), false),
    return_domain: nullable(z.string().check(z.maxLength(253))),
  })
  .check(
    z.refine(({ username, password }) => (username === null) === (password === null), {
      error: 'username and password need each other',
    }),
  )
export type InstallationMailServer = z.output<typeof InstallationMailServer>

export const CouponKey = z.string().check(
  z.maxLength(141),
  z.regex(/^.+\/[A-Z0-9-]{3,40}$/, {
    error: 'Write it as Package/CODE, the code in capital letters and digits',
  }),
)

const { code: _code, ...coupon } = Coupon.shape

/** A coupon of a package; how often it was used is counted by the server that it is on. */
export const InstallationCoupon = z.strictObject({
  percent: z._default(coupon.percent, null),
  amount_minor: z._default(coupon.amount_minor, null),
  duration: coupon.duration,
  months: z._default(coupon.months, null),
  max_uses: z._default(coupon.max_uses, null),
})
export type InstallationCoupon = z.output<typeof InstallationCoupon>

/** That people can register on a site; they can't where it is absent. */
export const InstallationSignUp = z.strictObject({
  package: text(100).check(z.describe('Name of the free package on sale that they get')),
})
export type InstallationSignUp = z.output<typeof InstallationSignUp>

/** Whose site it is: the first owner of a reseller. */
export const SiteKey = z.string().check(
  z.maxLength(400),
  z.refine(
    (key) => {
      const [email = ''] = key.split('/')
      return email === email.toLowerCase() && z.safeParse(z.email(), email).success
    },
    {
      error:
        'Write the email address of the reseller’s first owner in small letters, with /Account behind it if they own several',
    },
  ),
)
