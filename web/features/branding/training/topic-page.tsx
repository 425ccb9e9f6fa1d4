import { Skeleton, Stack, Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { adminTopics, createTopic, type Topic, updateTopic } from '#contract/branding/training-topics.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const BACK = { to: '/admin/topics', label: 'Back to all topics' }

function TopicForm({ topic }: { topic?: Topic }) {
  const navigate = useNavigate()
  const form = useContractForm<typeof createTopic | typeof updateTopic, { name: string; is_active: boolean }>(
    topic ? updateTopic : createTopic,
    {
      initial: { name: topic?.name ?? '', is_active: topic?.is_active ?? true },
      ...(topic && { params: { id: topic.id } }),
      onSuccess: () => navigate({ to: '/admin/topics' }),
    },
  )
  return (
    <ContractForm form={form} submitLabel={topic ? 'Save topic' : 'Create topic'}>
      <TextInput {...form.field('name')} label="Name" maxLength={100} autoComplete="off" data-autofocus />
      <Switch
        {...form.field('is_active', 'checkbox')}
        label="Show to readers"
        description="When off, the topic and its courses are hidden from everyone"
      />
    </ContractForm>
  )
}

export function CreateTopicPage() {
  return (
    <>
      <PageHeader title="New topic" back={BACK} />
      <Stack maw={900} p="var(--app-gutter)">
        <TopicForm />
      </Stack>
    </>
  )
}

/** Renames or hides a topic. */
export function EditTopicPage() {
  const id = usePathId()
  const found = useEndpoint(adminTopics)
  const topic = found.data?.data.find((candidate) => candidate.id === id)
  return (
    <>
      <PageHeader title="Edit topic" back={BACK} />
      <Stack maw={900} p="var(--app-gutter)">
        {found.isPending && <Skeleton height={160} aria-label="Loading the topic" role="status" />}
        {found.isError && !found.data && <LoadError what="The topic" query={found} />}
        {found.data && !topic && <EmptyState title="This topic no longer exists" />}
        {topic && <TopicForm key={topic.id} topic={topic} />}
      </Stack>
    </>
  )
}
