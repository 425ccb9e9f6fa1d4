import { Textarea, TextInput } from '@mantine/core'
import type { Site } from '#contract/branding/site.ts'
import { publishTerms } from '#contract/identity/me.ts'
import { markChanged } from '#web/lib/freshness.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Part } from '#web/ui/part.tsx'

const statusText = ({ terms }: Site): string =>
  terms
    ? `Published: ${terms.title}, version ${terms.version}. A new version is shown to everyone to accept.`
    : 'People accept them when they register. Without terms, registration has no checkbox.'

/** The terms of the site: each publication is a new version. */
export function TermsForm({ site }: { site: Site }) {
  const siteId = site.is_platform ? {} : { site_id: site.id as number }
  const form: Form<{ title: string; body: string }> = useContractForm(publishTerms, {
    initial: { title: site.terms?.title ?? '', body: '' },
    body: (values) => ({ ...values, ...siteId }),
    onSuccess: ({ data }) => {
      form.restart({ title: data.title, body: '' })
      return markChanged(['brand'])
    },
  })
  return (
    <ContractForm
      form={form}
      submitLabel="Publish terms"
      onlyChanges
      leaving={{ title: 'Leave without publishing?', text: 'The terms aren’t published yet.' }}
    >
      <Part title="Terms" hint={statusText(site)}>
        <TextInput {...form.field('title')} label="Title" placeholder="Terms of service" maxLength={200} />
        <Textarea
          {...form.field('body')}
          label="Text"
          description="Plain text. A blank line starts a new paragraph"
          minRows={4}
          maxRows={16}
          maxLength={200_000}
        />
      </Part>
    </ContractForm>
  )
}
