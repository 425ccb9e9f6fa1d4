import { ActionIcon, Button, Group, NumberInput, Skeleton, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { creditPacks, MAX_PACKS, saveCreditPacks } from '#contract/accounts/credits.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { countDecimals } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { makeRow, type PackRow, toPack } from './pack-rows.ts'

const EMPTY: PackRow = { name: '', credits: '', price: '', currency: 'USD' }

interface RowProps {
  row: PackRow
  number: number
  errors: Record<string, string | undefined>
  onChange: (change: Partial<PackRow>) => void
  onRemove: () => void
}

type OwnPack = Reply<typeof creditPacks>['data'][number]

function PackFields({ row, number, errors, onChange, onRemove }: RowProps) {
  const error = (name: string) => errors[`packs.${number - 1}.${name}`]
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        label={`Name of pack ${number}`}
        value={row.name}
        error={error('name')}
        maxLength={60}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NumberInput
        label="Credits"
        w={110}
        min={1}
        thousandSeparator
        value={row.credits}
        error={error('credits')}
        onChange={(credits) => onChange({ credits })}
      />
      <NumberInput
        allowDecimal
        label="Price"
        w={110}
        min={0}
        decimalScale={/^[A-Z]{3}$/.test(row.currency) ? countDecimals(row.currency) : 2}
        thousandSeparator
        value={row.price}
        error={error('price')}
        onChange={(price) => onChange({ price })}
      />
      <TextInput
        label="Currency"
        w={80}
        maxLength={3}
        value={row.currency}
        error={error('currency')}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value.toUpperCase() })}
      />
      <ActionIcon variant="default" size="lg" aria-label={`Remove pack ${number}`} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

function PacksForm({ packs }: { packs: OwnPack[] }) {
  const form = useContractForm(saveCreditPacks, {
    initial: { packs: packs.map(makeRow) },
    body: ({ packs: rows }) => ({ packs: rows.map(toPack) }),
  })
  const rows = form.values.packs
  const set = (next: PackRow[]) => form.set({ packs: next })
  return (
    <ContractForm form={form} submitLabel="Save packs" onlyChanges>
      {packs.map(
        ({ id, name, problem }) =>
          problem && (
            <Notice key={id} tone="warning" title={`${name} isn’t sold`}>
              {problem}
            </Notice>
          ),
      )}
      {rows.map((row, at) => (
        <PackFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids until they are saved
          key={at}
          row={row}
          number={at + 1}
          errors={form.errors as Record<string, string | undefined>}
          onChange={(change) => set(rows.with(at, { ...row, ...change }))}
          onRemove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      {rows.length < MAX_PACKS && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus aria-hidden />}
            onClick={() => set([...rows, { ...EMPTY, currency: rows.at(-1)?.currency ?? EMPTY.currency }])}
          >
            Add pack
          </Button>
        </Group>
      )}
    </ContractForm>
  )
}

/** Amounts of credits at a price that the account offers to its customers. */
export function PacksSection() {
  const found = useEndpoint(creditPacks, {}, { refetchOnWindowFocus: false }).data
  return (
    <Part title="Your top-up packs">
      <p>
        Customers see these in their wallet. They can buy a pack if you take payments, and request one
        otherwise.
      </p>
      {found ? <PacksForm packs={found.data} /> : <Skeleton height={90} />}
    </Part>
  )
}
