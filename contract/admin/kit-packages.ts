import * as z from 'zod/mini'
import { AddOn, BLANK_TERMS, PlanTerms } from '../accounts/plans.ts'
import { MAX_TRAINING_ALLOWANCE } from '../core/constants.ts'
import { HttpsAddress } from '../core/https-address.ts'

/** What a document leaves to the account: `true` turns it on, without it a new one arrives off and an old one stays. */
export const LeftToAccount = z._default(z.nullable(z.literal(true)), null)

const { modules, wholesale, training_tokens: _tokens, ...shape } = PlanTerms.shape
const terms = Object.fromEntries(
  Object.entries(shape).map(([name, schema]) => [
    name,
    z._default(schema as z.ZodMiniType, BLANK_TERMS[name as keyof typeof BLANK_TERMS] as never),
  ]),
) as unknown as { [Name in keyof typeof shape]: z.ZodMiniDefault<(typeof shape)[Name]> }

/** A package with its terms. Coupons, the vendor of its payments, its page and its kit are up to the seller. */
export const KitPackage = z.strictObject({
  modules: z._default(modules, ['ai_suggest', 'leads']),
  ...terms,
  training_tokens: z._default(
    z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_TRAINING_ALLOWANCE))),
    BLANK_TERMS.training_tokens,
  ),
  wholesale: z._default(
    z.strictObject({
      credits_1000_minor: z._default(wholesale.shape.credits_1000_minor, null),
      seat_minor: z._default(wholesale.shape.seat_minor, 0),
      modules: z._default(wholesale.shape.modules, {}),
    }),
    BLANK_TERMS.wholesale,
  ),
  add_ons: z._default(
    z
      .array(
        z.strictObject({
          name: AddOn.shape.name,
          credits: z._default(AddOn.shape.credits, 0),
          seats: z._default(AddOn.shape.seats, 0),
          price_minor: AddOn.shape.price_minor,
        }),
      )
      .check(z.maxLength(50)),
    [],
  ),
  description: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
  terms: z._default(z.string().check(z.trim(), z.maxLength(20_000)), ''),
  after_sale_url: z._default(z.nullable(HttpsAddress), null),
  on_sale: LeftToAccount,
})
export type KitPackage = z.output<typeof KitPackage>
