import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { finishCrmConsent } from '#contract/leads/crm.ts'
import { call } from '#web/lib/api.ts'
import { useConsentReturn } from '#web/lib/use-consent-return.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ButtonLink } from '../../../ui/links.tsx'

/** Return address of a CRM's consent page: completes the connection, once. */
export function CrmCallbackPage() {
  const navigate = useNavigate()
  const problem = useConsentReturn({
    finish: (body) => call(finishCrmConsent, { body, quiet: 'errors' }),
    onDone: () => void navigate({ to: '/integration/crm', replace: true }),
    refused: 'The CRM wasn’t connected because access wasn’t granted',
  })
  return (
    <>
      <PageHeader title="Connecting" />
      <Stack gap={20} w="100%" maw={1080} pt={20} pb="xl" px="var(--app-gutter)">
        {problem === null ? (
          <SkeletonRows rows={1} height={80} label="Connecting the CRM" />
        ) : (
          <>
            <Notice tone="danger">{problem}</Notice>
            <div>
              <ButtonLink to="/integration/crm">Back to CRM</ButtonLink>
            </div>
          </>
        )}
      </Stack>
    </>
  )
}
