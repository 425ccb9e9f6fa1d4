import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import type { Site } from '#contract/branding/site.ts'
import { CHAT_VENDORS } from '#contract/branding/sites.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { SiteForm, useSiteForm } from './site-form.tsx'
import { scriptValues, toScript } from './site-values.ts'

const VENDOR_LABELS = { intercom: 'Intercom', crisp: 'Crisp' } as const

const CODE = { input: { fontFamily: 'var(--app-mono)', fontSize: 12 } }

/** The site's own script and support chat. */
export function ScriptTab({ site }: { site: Site }) {
  const form = useSiteForm(site, scriptValues(site), toScript)
  const { values, errors, set } = form
  return (
    <SiteForm form={form}>
      <Notice tone="warning" title="A script can read the access token of everyone who’s signed in">
        It can act as them: read their leads, spend their credits, export their data. Add only code that you
        wrote or that comes from a company you trust. It runs on your verified domains only, and never on
        sign-in, billing, wallet, integration and settings pages.
      </Notice>
      <Part title="Script">
        <Textarea
          {...form.field('script')}
          label="HTML with script elements"
          placeholder={'<script src="https://cdn.example.com/analytics.js" async></script>'}
          minRows={4}
          maxRows={16}
          spellCheck={false}
          maxLength={20_000}
          styles={CODE}
        />
        <Textarea
          {...form.field('script_hosts')}
          label="Hosts the script uses"
          description="One per line, e.g. cdn.example.com or *.example.com. Browsers block everything else"
          minRows={2}
          spellCheck={false}
          styles={CODE}
        />
      </Part>
      <Part title="Support chat" hint="Loaded for people who are signed in, on the same pages as the script.">
        <Select
          label="Chat"
          clearable
          placeholder="None"
          data={CHAT_VENDORS.map((value) => ({ value, label: VENDOR_LABELS[value] }))}
          value={values.chat_vendor || null}
          error={errors.chat_vendor}
          onChange={(value) => set({ chat_vendor: value ?? '' })}
        />
        {values.chat_vendor && (
          <>
            <TextInput
              {...form.field('chat_app_id')}
              label={values.chat_vendor === 'crisp' ? 'Website ID' : 'Workspace ID'}
              autoComplete="off"
              maxLength={100}
            />
            <PasswordInput
              {...form.field('chat_secret')}
              label="Identity verification secret"
              description="Proves to the chat who is writing. It never leaves the server"
              autoComplete="new-password"
              placeholder={site.has_chat_secret ? 'Saved. Type a new one to replace it' : undefined}
              maxLength={300}
            />
          </>
        )}
      </Part>
    </SiteForm>
  )
}
