import {
  ActionIcon,
  Box,
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Skeleton,
  TextInput,
} from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { creditPacks } from '#contract/accounts/credits.ts'
import {
  MAX_CAMPAIGNS,
  MAX_PRODUCTS,
  type PayKickstartSettings,
  payKickstart,
  removePayKickstart,
  savePayKickstart,
} from '#contract/accounts/paykickstart.ts'
import { packages } from '#contract/accounts/plans.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { call } from '#web/lib/api.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Part } from '#web/ui/part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import {
  type CampaignRow,
  makeBody,
  makeValues,
  type ProductRow,
  type Values,
} from './paykickstart-values.ts'

type Errors = Record<string, string | undefined>
interface RowProps<Row> {
  row: Row
  at: number
  errors: Errors
  onChange: (change: Partial<Row>) => void
  onRemove: () => void
}

const Remove = ({ item, onClick }: { item: string; onClick: () => void }) => (
  <ActionIcon variant="default" size="lg" aria-label={`Remove ${item}`} onClick={onClick}>
    <IconTrash size={16} stroke={1.75} aria-hidden />
  </ActionIcon>
)
const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <div>
    <Button variant="default" leftSection={<IconPlus aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  </div>
)

function CampaignFields({ row, at, errors, onChange, onRemove }: RowProps<CampaignRow>) {
  return (
    <Group align="flex-start" gap="xs">
      <TextInput
        label={`Campaign ID ${at + 1}`}
        value={row.id}
        error={errors[`campaigns.${at}.id`]}
        maxLength={64}
        onChange={({ currentTarget }) => onChange({ id: currentTarget.value })}
      />
      <PasswordInput
        label="IPN secret"
        w={240}
        value={row.secret}
        error={errors[`campaigns.${at}.secret`]}
        placeholder={row.isStored ? `Saved${row.hint ? ` (…${row.hint})` : ''}` : ''}
        autoComplete="off"
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ secret: currentTarget.value })}
      />
      <Group pt={24}>
        <Remove item={`campaign ${at + 1}`} onClick={onRemove} />
      </Group>
    </Group>
  )
}

interface Choice {
  value: string
  label: string
}

function ProductFields({
  row,
  at,
  errors,
  onChange,
  onRemove,
  campaigns,
  offers,
}: RowProps<ProductRow> & { campaigns: readonly string[]; offers: readonly Choice[] }) {
  const error = (name: string) => errors[`products.${at}.${name}`]
  return (
    <Group align="flex-start" gap="xs">
      <TextInput
        label={`Product ID ${at + 1}`}
        w={130}
        value={row.product_id}
        error={error('product_id')}
        maxLength={64}
        onChange={({ currentTarget }) => onChange({ product_id: currentTarget.value })}
      />
      <NativeSelect
        label="Campaign"
        w={120}
        value={row.campaign_id}
        error={error('campaign_id')}
        data={campaigns.map((id) => ({ value: id, label: id }))}
        onChange={({ currentTarget }) => onChange({ campaign_id: currentTarget.value })}
      />
      <NativeSelect
        label="Customer gets"
        w={180}
        value={row.offer}
        error={error('package_id') ?? error('pack_id')}
        data={[{ value: '', label: 'Choose…' }, ...offers]}
        onChange={({ currentTarget }) => onChange({ offer: currentTarget.value })}
      />
      <TextInput
        label="Checkout page (optional)"
        w={170}
        value={row.checkout_url}
        error={error('checkout_url')}
        placeholder="https://app.paykickstart.com/checkout/…"
        inputMode="url"
        maxLength={500}
        onChange={({ currentTarget }) => onChange({ checkout_url: currentTarget.value })}
      />
      <Group pt={24}>
        <Remove item={`product ${at + 1}`} onClick={onRemove} />
      </Group>
    </Group>
  )
}

/** Targets of a product mapping. */
function useOffers(): readonly Choice[] {
  const sold = useEndpoint(packages, { query: { limit: MAX_PAGE_SIZE } }).data?.data ?? []
  const packs = useEndpoint(creditPacks).data?.data ?? []
  return [
    ...sold.map(({ id, name }) => ({ value: `package:${id}`, label: name })),
    ...packs.map(({ id, name }) => ({ value: `pack:${id}`, label: `Top-up: ${name}` })),
  ]
}

function Campaigns({ form }: { form: Form<Values> }) {
  const rows = form.values.campaigns
  const set = (campaigns: CampaignRow[]) => form.set({ campaigns })
  return (
    <Part title="Campaigns">
      <p>Each campaign has an IPN secret. Find it in the campaign’s settings in PayKickstart.</p>
      {rows.map((row, at) => (
        <CampaignFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids of their own
          key={at}
          row={row}
          at={at}
          errors={form.errors as Errors}
          onChange={(change) => set(rows.with(at, { ...row, ...change }))}
          onRemove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      {rows.length < MAX_CAMPAIGNS && (
        <Add
          label="Add campaign"
          onClick={() => set([...rows, { id: '', secret: '', isStored: false, hint: null }])}
        />
      )}
    </Part>
  )
}

function Products({ form }: { form: Form<Values> }) {
  const offers = useOffers()
  const { products: rows, campaigns } = form.values
  const ids = campaigns.flatMap(({ id }) => id.trim() || [])
  const set = (products: ProductRow[]) => form.set({ products })
  return (
    <Part title="Products">
      <p>
        Map each product to a package or a top-up pack. If you add a checkout page, Buy opens it. Otherwise,
        share the page yourself.
      </p>
      {rows.map((row, at) => (
        <ProductFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids of their own
          key={at}
          row={row}
          at={at}
          errors={form.errors as Errors}
          campaigns={ids}
          offers={offers}
          onChange={(change) => set(rows.with(at, { ...row, ...change }))}
          onRemove={() => set(rows.toSpliced(at, 1))}
        />
      ))}
      {ids.length > 0 && rows.length < MAX_PRODUCTS && (
        <Add
          label="Add product"
          onClick={() =>
            set([...rows, { campaign_id: ids[0] ?? '', product_id: '', offer: '', checkout_url: '' }])
          }
        />
      )}
    </Part>
  )
}

function Settings({ settings }: { settings: PayKickstartSettings }) {
  const { confirm, dialog } = useDialog()
  const form: Form<Values> = useContractForm(savePayKickstart, {
    initial: makeValues(settings),
    body: makeBody,
    onSuccess: ({ data }) => form.restart(makeValues(data)),
  })
  const confirmRemoval = () =>
    confirm({
      title: 'Disconnect PayKickstart?',
      confirmLabel: 'Disconnect',
      danger: true,
      onConfirm: () => call(removePayKickstart, { quiet: 'errors' }),
      children:
        'PayKickstart keeps charging your customers, but payments no longer arrive here. Campaigns, secrets and products are removed.',
    })
  return (
    <>
      <Part title="IPN URL">
        <p>Enter this address as the IPN URL of each product in PayKickstart, for all events.</p>
        <CopyBox label="Address" text={settings.ipn_url} />
      </Part>
      <Box mt="lg" pt={20} style={{ borderTop: 'var(--app-line)' }}>
        <ContractForm
          form={form}
          submitLabel="Save"
          onlyChanges
          leaving={{ title: 'Leave without saving?', text: 'Your changes aren’t saved yet.' }}
          beside={
            (settings.campaigns.length > 0 || settings.api_key_hint !== null) && (
              <Button variant="subtle" color="red" onClick={confirmRemoval}>
                Disconnect
              </Button>
            )
          }
        >
          <Campaigns form={form} />
          <Products form={form} />
          <Part title="Billing portal">
            <p>Lets customers manage their card and invoices in PayKickstart’s billing portal.</p>
            <PasswordInput
              {...form.field('api_key')}
              label="API key"
              placeholder={settings.api_key_hint === null ? '' : 'Saved. Leave empty to keep it'}
              autoComplete="off"
              maxLength={200}
            />
            <TextInput {...form.field('portal_id')} label="Portal ID" maxLength={64} />
          </Part>
        </ContractForm>
      </Box>
      {dialog}
    </>
  )
}

/** PayKickstart settings of an account. */
export function PayKickstartTab() {
  const found = useEndpoint(payKickstart, {}, { refetchOnWindowFocus: false })
  if (found.data)
    return (
      <Settings key={found.data.data.campaigns.length === 0 ? 'new' : 'set'} settings={found.data.data} />
    )
  return found.isError ? (
    <LoadError what="The PayKickstart setup" query={found} />
  ) : (
    <Skeleton height={320} role="status" aria-label="Loading the PayKickstart setup" />
  )
}
