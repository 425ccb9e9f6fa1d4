import { Checkbox, Group, Switch, TextInput } from '@mantine/core'
import type { Site } from '#contract/branding/site.ts'
import { CRMS, DEFAULT_WHITE_LABEL_NAME } from '#contract/core/constants.ts'
import { CRM_KINDS } from '#contract/leads/crm-kinds.ts'
import { SiteForm, useSiteForm } from './site-form.tsx'
import { SitePreview } from './site-preview.tsx'
import { profileValues, toProfile, withChanges } from './site-values.ts'

const BELOW = { inputWrapperOrder: ['label', 'input', 'error', 'description'] as const, autoComplete: 'off' }

/** Profile of the business for its customers, and its offers. */
export function ProfileTab({ site }: { site: Site }) {
  const form = useSiteForm(site, profileValues(site), toProfile)
  return (
    <SiteForm form={form} aside={<SitePreview brand={withChanges(site, toProfile(form.values))} />}>
      <TextInput
        {...form.field('name')}
        {...(BELOW as object)}
        label="Name"
        placeholder={DEFAULT_WHITE_LABEL_NAME}
        description="In page titles, emails and on the sign-in page"
        maxLength={100}
        dir="auto"
      />
      <TextInput
        {...form.field('support_email')}
        {...(BELOW as object)}
        label="Support email"
        placeholder="support@yourbrand.com"
        description="Shown on the sign-in page, in help and in emails"
        maxLength={254}
      />
      <TextInput
        {...form.field('mail_from')}
        {...(BELOW as object)}
        label="Sender of emails"
        placeholder="hello@yourbrand.com"
        description="An address at one of your verified domains. Without one, emails come from the installation’s address, with your name beside it"
        maxLength={254}
      />
      <Checkbox.Group {...form.field('crms')} label="CRMs that can be connected">
        <Group gap="8px 20px" mt={4}>
          {CRMS.map((crm) => (
            <Checkbox key={crm} value={crm} label={CRM_KINDS[crm].label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch
        {...form.field('show_training_center', 'checkbox')}
        label="Training center"
        description="Show the onboarding courses to your customers"
      />
    </SiteForm>
  )
}
