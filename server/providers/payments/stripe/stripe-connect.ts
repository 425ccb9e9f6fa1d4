import { type StripeSettings, stripeSdk, type WithStripe } from './stripe-client.ts'
import { type AccountFacts, readAccount } from './stripe-facts.ts'

/** Stripe accounts: connected by their owners, or created and set up there. */
export const createStripeConnect = (withStripe: WithStripe, { clientId, secretKey }: StripeSettings) => ({
  /** OAuth URL for the owner. Always Stripe itself, so created by a client without the custom base URL. */
  authorizeUrl: (state: string, redirectUri: string): string =>
    new (stripeSdk())(secretKey ?? 'sk_test_unset').oauth.authorizeUrl({
      client_id: clientId ?? '',
      response_type: 'code',
      scope: 'read_write',
      state,
      redirect_uri: redirectUri,
    }),

  /** @returns the id of the connected account; the rest of the response is dropped */
  async exchangeCode(code: string): Promise<{ id: string; live: boolean }> {
    const token = await withStripe((stripe) => stripe.oauth.token({ grant_type: 'authorization_code', code }))
    if (!token.stripe_user_id) throw new Error('Stripe returned no account')
    return { id: token.stripe_user_id, live: token.livemode ?? false }
  },

  deauthorize: async (account: string): Promise<void> => {
    await withStripe((stripe) =>
      stripe.oauth.deauthorize({ client_id: clientId ?? '', stripe_user_id: account }),
    )
  },

  /** A new account with the full dashboard that pays its own fees. */
  async createAccount(about: { name: string; email: string; country?: string; key: string }) {
    const made = await withStripe((stripe) =>
      stripe.v2.core.accounts.create(
        {
          contact_email: about.email,
          display_name: about.name,
          dashboard: 'full',
          ...(about.country && { identity: { country: about.country.toLowerCase() } }),
          configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
          defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
        },
        { idempotencyKey: about.key },
      ),
    )
    return { id: made.id }
  },

  /** One-time onboarding link for the owner of a new account. */
  async accountLink(account: string, returnUrl: string, refreshUrl: string): Promise<string> {
    const link = await withStripe((stripe) =>
      stripe.v2.core.accountLinks.create({
        account,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: {
            return_url: returnUrl,
            refresh_url: refreshUrl,
          },
        },
      }),
    )
    return link.url
  },

  /** With an empty id, the account of the platform's own key. */
  readAccount: async (account: string): Promise<AccountFacts> =>
    readAccount(
      await withStripe((stripe) =>
        account ? stripe.accounts.retrieve(account) : stripe.accounts.retrieveCurrent(),
      ),
    ),
})
