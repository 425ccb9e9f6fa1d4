import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { testMailServer } from '#contract/branding/mail-server.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** One test mail, with the SMTP dialog. */
export function TestMail() {
  const [result, setResult] = useState<Reply<typeof testMailServer>['data']>()
  const form = useContractForm(testMailServer, {
    initial: { to: '' },
    // Shown instead: the mail server's reply, below the form
    quiet: true,
    onSuccess: ({ data }) => setResult(data),
    focusOnFailure: 'to',
  })
  return (
    <>
      <ContractForm form={form} submitLabel="Send test email">
        <TextInput {...form.field('to')} type="email" label="Send to" maxLength={254} />
      </ContractForm>
      {result && (
        <Notice
          tone={result.accepted ? 'success' : 'danger'}
          title={
            result.accepted
              ? `The mail server accepted the email${result.signed ? ', signed with DKIM' : ''}`
              : 'The test wasn’t sent'
          }
        >
          <div>{result.reply}</div>
          {result.replies.length > 0 && (
            <details>
              <summary>Full mail server response</summary>
              {result.replies.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
                <div key={index}>{line}</div>
              ))}
            </details>
          )}
        </Notice>
      )}
    </>
  )
}
