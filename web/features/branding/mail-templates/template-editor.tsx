import { Button, Menu, Skeleton, Switch } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { useMutation } from '@tanstack/react-query'
import type { MailTemplateName } from '#contract/branding/mail-kinds/index.ts'
import {
  type MailContent,
  type MailTemplateDetails,
  resetMailTemplate,
  restoreMailTemplate,
  saveMailTemplate,
  showMailTemplate,
  testMailTemplate,
} from '#contract/branding/mail-templates.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatExact } from '#web/lib/format.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './mail-templates.module.css'
import { MailTextInput } from './mail-text-input.tsx'
import { TemplatePreview } from './template-preview.tsx'

function TestButton({ name, content }: { name: MailTemplateName; content: MailContent }) {
  const test = useMutation({
    // Shown instead: the state of the test email, beside the button
    mutationFn: () => call(testMailTemplate, { params: { name }, body: content, quiet: true }),
  })
  const result = test.data?.data
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send test email
      </Button>
      {test.isError && <Notice tone="danger">{errorMessage(test.error)}</Notice>}
      {result && (
        <Notice
          tone={result.accepted ? 'success' : 'danger'}
          title={result.accepted ? `Test sent to ${result.to}` : 'The test wasn’t sent'}
        >
          {result.accepted ? undefined : result.reply}
        </Notice>
      )}
    </>
  )
}

function Versions({ template }: { template: MailTemplateDetails }) {
  const { name, versions, customized } = template
  const { confirm, dialog } = useDialog()
  const restore = useMutation({
    mutationFn: (version: number) => call(restoreMailTemplate, { params: { name }, body: { version } }),
  })
  const requestToReset = () =>
    confirm({
      title: 'Reset to default?',
      confirmLabel: 'Reset to default',
      onConfirm: () => call(resetMailTemplate, { params: { name } }),
      children: 'The default text is sent from now on. Your text stays in the versions.',
    })
  return (
    <>
      {versions.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconHistory aria-hidden />} loading={restore.isPending}>
              Versions
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {versions.map(({ version, author, created_at, is_default }) => (
              <Menu.Item
                key={version}
                disabled={version === template.version}
                onClick={() => restore.mutate(version)}
              >
                {`${version} · ${formatExact(created_at)}${author ? ` · ${author}` : ''}${is_default ? ' · default' : ''}`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {customized && (
        <Button variant="subtle" color="gray" onClick={requestToReset}>
          Reset to default
        </Button>
      )}
      {dialog}
    </>
  )
}

interface Values {
  subject: MailContent['subject']
  preheader: MailContent['preheader']
  doc: MailContent['doc']
  is_shared: boolean
}

function Editing({ template }: { template: MailTemplateDetails }) {
  const { name, content, variables, version, is_shared, is_platform } = template
  const form: Form<Values> = useContractForm(saveMailTemplate, {
    initial: { ...content, is_shared },
    params: { name },
    body: ({ is_shared: isShared, ...texts }) => ({
      ...texts,
      version,
      ...(is_platform && { is_shared: isShared }),
    }),
  })
  const { values, set, errors } = form
  const texts = { subject: values.subject, preheader: values.preheader, doc: values.doc }
  return (
    <div className={classes.split}>
      <ContractForm
        form={form}
        submitLabel="Save template"
        onlyChanges
        leaving={{ title: 'Leave without saving?', text: 'Your changes aren’t saved yet.' }}
        beside={<TestButton name={name} content={texts} />}
      >
        <MailTextInput
          oneLine
          label="Subject"
          value={values.subject}
          onChange={(subject) => set({ subject: subject as MailContent['subject'] })}
          error={errors.subject}
          variables={variables}
        />
        <MailTextInput
          oneLine
          label="Preview text"
          description="Shown after the subject in an inbox"
          value={values.preheader}
          onChange={(preheader) => set({ preheader: preheader as MailContent['preheader'] })}
          error={errors.preheader}
          variables={variables}
        />
        <MailTextInput
          label="Text"
          value={values.doc}
          onChange={(doc) => set({ doc: doc as MailContent['doc'] })}
          error={errors.doc}
          variables={variables}
        />
        {is_platform && (
          <Switch
            {...form.field('is_shared', 'checkbox')}
            label="Use as the default for resellers"
            description="Resellers without their own text send this one. It can’t name your brand"
          />
        )}
      </ContractForm>
      <TemplatePreview name={name} content={texts} />
    </div>
  )
}

/** One mail: text, preview and versions. */
export function TemplateEditor({ name, path }: { name: MailTemplateName; path: string }) {
  const found = useEndpoint(showMailTemplate, { params: { name } }, { refetchOnWindowFocus: false })
  const template = found.data?.data
  return (
    <>
      <PageHeader
        title={template?.title ?? 'Email template'}
        back={{ to: path, label: 'All email templates' }}
        actions={template && <Versions template={template} />}
      />
      {found.isPending && <Skeleton height={400} role="status" aria-label="Loading the template" m={24} />}
      {found.isError && !template && <LoadError what="The template" query={found} />}
      {template && <Editing key={template.version} template={template} />}
    </>
  )
}
