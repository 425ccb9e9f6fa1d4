import { Box, Button, Group, Skeleton, Stack } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { Link } from '@tanstack/react-router'
import { type SetupStep, setupSteps } from '#contract/branding/site.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { linkTarget, setupSummary, stepBadge } from './setup-labels.ts'

function Step({ step }: { step: SetupStep }) {
  const { title, state, missing, link } = step
  return (
    <Group component="li" gap="8px 16px" py="sm" px="md" className="divided">
      <Box flex={{ base: '1 1 100%', sm: '1 1 240px' }} miw={0}>
        <Box component="h2" fz="sm">
          {title}
        </Box>
        {missing && <Hint>{missing}</Hint>}
      </Box>
      <StateBadge {...stepBadge(state)} />
      <Button
        variant={state === 'missing' ? 'filled' : 'default'}
        aria-label={`${state === 'done' ? 'Open' : 'Set up'}: ${title}`}
        renderRoot={(props) => <Link {...linkTarget(link)} {...props} />}
      >
        {state === 'done' ? 'Open' : 'Set up'}
      </Button>
    </Group>
  )
}

/** Steps to the first customer, with their current state. */
export function SetupPage() {
  const found = useEndpoint(setupSteps, {}, { staleTime: 0 })
  const steps = found.data?.data
  return (
    <>
      <PageHeader
        title="WLS Setup"
        subtitle={steps ? setupSummary(steps) : 'Checking each step'}
        actions={
          <Button
            variant="default"
            loading={found.isFetching}
            leftSection={<IconRefresh aria-hidden />}
            onClick={() => void found.refetch()}
          >
            Check again
          </Button>
        }
      />
      <PageBody>
        {found.isPending && <Skeleton height={320} role="status" aria-label="Checking the steps" />}
        {found.isError && !steps && <LoadError what="The steps" query={found} />}
        {steps && (
          <Stack component="ol" gap={0} maw={760} bd="var(--app-line)" bdrs="md" aria-label="Steps">
            {steps.map((step) => (
              <Step key={step.key} step={step} />
            ))}
          </Stack>
        )}
      </PageBody>
    </>
  )
}
