import { Badge, Group, Select, Skeleton, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MAIL_GROUPS, type MailGroup } from '#contract/branding/mail-kinds/define.ts'
import { MAIL_TEMPLATE_NAMES } from '#contract/branding/mail-kinds/index.ts'
import {
  MAIL_LANGUAGES,
  type MailLanguage,
  type MailTemplateSummary,
  mailTemplates,
  setMailLanguage,
} from '#contract/branding/mail-templates.ts'
import { call } from '#web/lib/api.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TemplateEditor } from './template-editor.tsx'

const search = pageSearch({ mail: oneOf(MAIL_TEMPLATE_NAMES, null) })

const LANGUAGES = Object.entries(MAIL_LANGUAGES).map(([value, label]) => ({ value, label }))

function Row({ template, path }: { template: MailTemplateSummary; path: string }) {
  const { name, title, customized } = template
  return (
    <Link to={path} search={{ mail: name }} className="card-link hoverable">
      <Group gap="4px 12px" justify="space-between">
        {title}
        {customized && (
          <Badge variant="default" size="sm" tt="none">
            Customized
          </Badge>
        )}
      </Group>
    </Link>
  )
}

function Language({ value }: { value: MailLanguage }) {
  const save = useMutation({
    mutationFn: (language: MailLanguage) => call(setMailLanguage, { body: { language } }),
  })
  return (
    <Select
      label="Language"
      description="Each language has its own texts. Default texts are in English"
      data={LANGUAGES}
      value={value}
      allowDeselect={false}
      disabled={save.isPending}
      onChange={(language) => language && language !== value && save.mutate(language as MailLanguage)}
      maw={320}
    />
  )
}

function Templates({ path, title }: { path: string; title: string }) {
  const [{ mail }] = usePageSearch(search)
  const found = useEndpoint(mailTemplates)
  if (mail !== null) return <TemplateEditor key={mail} name={mail} path={path} />
  const rows = found.data?.data ?? []
  return (
    <>
      <PageHeader title={title} subtitle="What your emails say" />
      <PageBody>
        {found.isPending && (
          <Skeleton height={320} maw={760} role="status" aria-label="Loading the templates" />
        )}
        {found.isError && !found.data && <LoadError what="The templates" query={found} />}
        {found.data && <Language value={found.data.language} />}
        {(Object.keys(MAIL_GROUPS) as MailGroup[]).map((group) => {
          const some = rows.filter((row) => row.group === group)
          if (some.length === 0) return null
          return (
            <Stack key={group} component="section" gap="xs" maw={760} aria-label={MAIL_GROUPS[group]}>
              <Title order={2} mt="md">
                {MAIL_GROUPS[group]}
              </Title>
              {some.map((template) => (
                <Row key={template.name} template={template} path={path} />
              ))}
            </Stack>
          )
        })}
      </PageBody>
    </>
  )
}

/** Texts of a reseller's mails. */
export function EmailTemplatesPage() {
  return <Templates path="/whitelabel/email-templates" title="Email Templates" />
}

/** Mail templates of the platform, for administrators. */
export function PlatformEmailTemplatesPage() {
  return <Templates path="/admin/email-templates" title="Platform email templates" />
}
