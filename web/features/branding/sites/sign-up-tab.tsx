import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import type { Site } from '#contract/branding/site.ts'
import { GOOGLE_POPUP_TYPES } from '#contract/branding/sites.ts'
import { formatCount } from '#web/lib/format.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { Part } from '#web/ui/part.tsx'
import { SignOnPart } from './sign-on-part.tsx'
import { SiteForm, useSiteForm } from './site-form.tsx'
import { signUpValues, toSignUp } from './site-values.ts'
import { TermsForm } from './terms-form.tsx'

type SignUpForm = ContractForm<ReturnType<typeof signUpValues>>

const POPUP_LABELS = {
  CODE: 'Popup, authorization code (default)',
  TOKEN: 'Popup, access token',
  CREDENTIAL: 'Google’s own button',
} as const

const SAVED = 'Saved. Type a new one to replace it'

function Google({ form, site }: { form: SignUpForm; site: Site }) {
  return (
    <Part
      title="Sign in with Google"
      hint="Create an OAuth client in the Google Cloud console with your domains as authorized origins."
    >
      <TextInput {...form.field('google_client_id')} label="Client ID" autoComplete="off" maxLength={300} />
      <PasswordInput
        {...form.field('google_client_secret')}
        label="Client secret"
        autoComplete="new-password"
        placeholder={site.has_google_client_secret ? SAVED : undefined}
        maxLength={300}
      />
      <Select
        label="Google sign-in method"
        clearable
        placeholder={POPUP_LABELS.CODE}
        data={GOOGLE_POPUP_TYPES.map((value) => ({ value, label: POPUP_LABELS[value] }))}
        value={form.values.google_popup_type || null}
        error={form.errors.google_popup_type}
        onChange={(value) => form.set({ google_popup_type: value ?? '' })}
      />
    </Part>
  )
}

function Facebook({ form, site }: { form: SignUpForm; site: Site }) {
  return (
    <Part title="Sign in with Facebook">
      <TextInput {...form.field('facebook_app_id')} label="App ID" autoComplete="off" maxLength={100} />
      <PasswordInput
        {...form.field('facebook_app_secret')}
        label="App secret"
        autoComplete="new-password"
        placeholder={site.has_facebook_app_secret ? SAVED : undefined}
        maxLength={300}
      />
      <Switch
        {...form.field('facebook_page_view', 'checkbox')}
        label="Send page views to Facebook"
        description="Needs your visitors’ consent in many countries"
      />
    </Part>
  )
}

/** Registration: who can register, what they get, and social sign-in. */
export function SignUpTab({ site }: { site: Site }) {
  const form = useSiteForm(site, signUpValues(site), (values) => toSignUp(values, site))
  const { values, errors, set } = form
  const plans = site.sign_up_plans.map(({ id, name, credits }) => ({
    value: String(id),
    label: `${name} · ${formatCount(credits, 'free credit')}`,
  }))
  return (
    <SiteForm
      form={form}
      below={
        <>
          <SignOnPart site={site} />
          {site.can.publish_terms && <TermsForm site={site} />}
        </>
      }
    >
      <Part title="Registration">
        <Switch
          {...form.field('sign_up', 'checkbox')}
          label="Open for everyone"
          description="People can register on your domains. When off, you invite them"
        />
        <Select
          label="Plan for new accounts"
          data={plans}
          placeholder={plans.length > 0 ? 'Choose a plan' : 'No plans yet'}
          disabled={plans.length === 0}
          value={values.sign_up_plan_id || null}
          error={errors.sign_up_plan_id}
          onChange={(value) => set({ sign_up_plan_id: value ?? '' })}
        />
        {site.can.set_credits && (
          <NumberInput
            label="Free credits"
            description="For each new account on this plan"
            min={0}
            max={1_000_000}
            value={values.sign_up_credits}
            error={errors.sign_up_credits}
            onChange={(value) => set({ sign_up_credits: typeof value === 'number' ? value : '' })}
          />
        )}
      </Part>
      <Google form={form} site={site} />
      <Facebook form={form} site={site} />
    </SiteForm>
  )
}
