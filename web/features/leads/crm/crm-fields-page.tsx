import { Group, Select, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSender, keepsContacts, type SenderId } from '#contract/core/crms/index.ts'
import { crmConnections, crmFields, crmMapping } from '#contract/leads/crm.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { IntegrationHead } from '#web/ui/integration-head.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { MappingEditor } from './mapping-editor.tsx'

const TYPES = LIST_TYPE_IDS.map((value) => ({ value, label: LIST_TYPES[value].label }))

interface MappingProps {
  id: number
  type: ListTypeId
  isOpen: boolean
  sender: SenderId | null
}

function Mapping({ id, type, isOpen, sender }: MappingProps) {
  const fields = useEndpoint(crmFields, { params: { id } })
  const mapping = useEndpoint(crmMapping, { params: { id, type } })
  const canChange = useCan('manage_crm')
  const failed = fields.error ?? mapping.error
  if (failed)
    return (
      <LoadError
        what="The fields"
        query={{ error: failed, refetch: () => Promise.all([fields.refetch(), mapping.refetch()]) }}
      />
    )
  if (!fields.data || !mapping.data) return <SkeletonRows rows={6} height={44} label="Loading the fields" />
  const { version } = mapping.data.data
  return (
    <MappingEditor
      key={`${id} ${type} ${version}`}
      place={{ id, type }}
      mapping={mapping.data.data}
      fields={fields.data.data}
      isOpen={isOpen}
      sender={sender}
      canChange={canChange}
    />
  )
}

/** Mapping of lead fields to CRM fields, by list type. */
export function CrmFieldsPage() {
  const found = useEndpoint(crmConnections)
  const [chosen, setChosen] = useState<string | null>(null)
  const [type, setType] = useState<ListTypeId>('people')
  const connections = found.data?.data ?? []
  const connection = connections.find(({ id }) => String(id) === chosen) ?? connections[0]
  return (
    <>
      <IntegrationHead title="CRM fields" />
      <Stack gap={20} w="100%" maw={1080} pt={20} pb="xl" px="var(--app-gutter)">
        {found.isError && <LoadError what="The CRMs" query={found} />}
        {found.isSuccess && !connection && (
          <Hint>
            No CRM is connected yet. <Link to="/integration/crm">Connect one</Link>
          </Hint>
        )}
        {connection && (
          <>
            <Group align="end" gap="sm">
              <Select
                label="CRM or sender"
                allowDeselect={false}
                value={String(connection.id)}
                onChange={setChosen}
                data={connections.map(({ id, label }) => ({ value: String(id), label }))}
              />
              <Select
                label="List type"
                allowDeselect={false}
                value={type}
                onChange={(value) => value && setType(value as ListTypeId)}
                data={TYPES}
              />
            </Group>
            <Mapping
              id={connection.id}
              type={type}
              isOpen={!keepsContacts(connection.crm) || isSender(connection.crm)}
              sender={isSender(connection.crm) ? connection.crm : null}
            />
          </>
        )}
      </Stack>
    </>
  )
}
