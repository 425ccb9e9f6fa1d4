import { ActionIcon, Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type AddOn, type Coupon, type PackageDetail, setPackageOffers } from '#contract/accounts/plans.ts'
import { type Currency, formatDecimal, readMinor } from '#contract/core/money.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Part } from '#web/ui/part.tsx'

interface CouponLine {
  code: string
  kind: 'percent' | 'amount'
  value: string
  duration: Coupon['duration']
  months: number | ''
  max_uses: number | ''
}
interface AddOnLine {
  name: string
  credits: number | ''
  seats: number | ''
  price: string
}
interface Values {
  coupons: CouponLine[]
  add_ons: AddOnLine[]
}

const NEW_COUPON: CouponLine = {
  code: '',
  kind: 'percent',
  value: '',
  duration: 'once',
  months: '',
  max_uses: '',
}
const NEW_ADD_ON: AddOnLine = { name: '', credits: '', seats: '', price: '' }
const WHOLE = { allowNegative: false, hideControls: true, w: 110 } as const
const numberOr = <F,>(value: number | '', fallback: F) => (value === '' ? fallback : Number(value))

const makeValues = ({ coupons, add_ons }: PackageDetail, currency: Currency): Values => ({
  coupons: coupons.map(({ code, percent, amount_minor, duration, months, max_uses }) => ({
    code,
    kind: percent === null ? 'amount' : 'percent',
    value: percent === null ? formatDecimal(amount_minor ?? 0, currency) : String(percent),
    duration,
    months: months ?? '',
    max_uses: max_uses ?? '',
  })),
  add_ons: add_ons.map(({ name, credits, seats, price_minor }) => ({
    name,
    credits: credits || '',
    seats: seats || '',
    price: formatDecimal(price_minor, currency),
  })),
})

const makeCoupon = (line: CouponLine, currency: Currency): Coupon => ({
  code: line.code,
  percent: line.kind === 'percent' ? Number(line.value) : null,
  amount_minor: line.kind === 'amount' ? (readMinor(line.value, currency) ?? -1) : null,
  duration: line.duration,
  months: line.duration === 'months' ? numberOr(line.months, null) : null,
  max_uses: numberOr(line.max_uses, null),
})
const makeAddOn = (line: AddOnLine, currency: Currency): AddOn => ({
  name: line.name,
  credits: numberOr(line.credits, 0),
  seats: numberOr(line.seats, 0),
  price_minor: line.price.trim() === '' ? 0 : (readMinor(line.price, currency) ?? -1),
})

interface LineProps<L> {
  line: L
  label: string
  onChange: (line: L) => void
  onRemove: () => void
}

const Remove = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={onRemove}>
    <IconTrash size={16} stroke={1.75} />
  </ActionIcon>
)
const numberIn = (value: number | string): number | '' => (value === '' ? '' : Number(value))

function CouponFields({ line, label, onChange, onRemove }: LineProps<CouponLine>) {
  const set = (part: Partial<CouponLine>) => onChange({ ...line, ...part })
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={label}>
      <TextInput
        label="Code"
        w={130}
        value={line.code}
        onChange={(e) => set({ code: e.currentTarget.value })}
      />
      <TextInput
        label="Discount"
        w={90}
        value={line.value}
        onChange={(e) => set({ value: e.currentTarget.value })}
      />
      <NativeSelect
        label="Unit"
        data={[
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: 'Amount' },
        ]}
        value={line.kind}
        onChange={(e) => set({ kind: e.currentTarget.value as CouponLine['kind'] })}
      />
      <NativeSelect
        label="Applies"
        data={[
          { value: 'once', label: 'Once' },
          { value: 'months', label: 'For months' },
          { value: 'forever', label: 'Always' },
        ]}
        value={line.duration}
        onChange={(e) => set({ duration: e.currentTarget.value as CouponLine['duration'] })}
      />
      {line.duration === 'months' && (
        <NumberInput
          {...WHOLE}
          label="Months"
          value={line.months}
          onChange={(v) => set({ months: numberIn(v) })}
        />
      )}
      <NumberInput
        {...WHOLE}
        label="Max uses"
        placeholder="Any"
        value={line.max_uses}
        onChange={(v) => set({ max_uses: numberIn(v) })}
      />
      <Remove label={label} onRemove={onRemove} />
    </Group>
  )
}

type AddOnProps = LineProps<AddOnLine> & { period: PackageDetail['versions'][number]['period'] }

function AddOnFields({ line, label, period, onChange, onRemove }: AddOnProps) {
  const set = (part: Partial<AddOnLine>) => onChange({ ...line, ...part })
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={label}>
      <TextInput
        label="Name"
        w={160}
        value={line.name}
        onChange={(e) => set({ name: e.currentTarget.value })}
      />
      <NumberInput
        {...WHOLE}
        label="Credits"
        value={line.credits}
        onChange={(v) => set({ credits: numberIn(v) })}
      />
      <NumberInput
        {...WHOLE}
        label="Seats"
        value={line.seats}
        onChange={(v) => set({ seats: numberIn(v) })}
      />
      <TextInput
        label={`Price per ${period ?? 'month'}`}
        w={120}
        value={line.price}
        onChange={(e) => set({ price: e.currentTarget.value })}
      />
      <Remove label={label} onRemove={onRemove} />
    </Group>
  )
}

/** Coupons and add-ons of a package. */
export function OffersSection({ detail, currency }: { detail: PackageDetail; currency: Currency | null }) {
  const unit = currency ?? 'USD'
  const form = useContractForm(setPackageOffers, {
    initial: makeValues(detail, unit),
    params: { id: detail.id },
    body: ({ coupons, add_ons }) => ({
      coupons: coupons.map((line) => makeCoupon(line, unit)),
      add_ons: add_ons.map((line) => makeAddOn(line, unit)),
    }),
  })
  const { coupons, add_ons } = form.values
  const put = <L,>(lines: L[], at: number, line?: L) =>
    lines.flatMap((old, i) => (i === at ? (line ? [line] : []) : [old]))
  return (
    <Part title="Coupons and add-ons" hint={`Amounts are in ${unit}. They apply to new sales at once.`}>
      <ContractForm form={form} submitLabel="Save coupons and add-ons" onlyChanges>
        {coupons.map((line, at) => (
          <CouponFields
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name while they are typed
            key={at}
            label={`Coupon ${at + 1}`}
            line={line}
            onChange={(next) => form.set({ coupons: put(coupons, at, next) })}
            onRemove={() => form.set({ coupons: put(coupons, at) })}
          />
        ))}
        {add_ons.map((line, at) => (
          <AddOnFields
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name while they are typed
            key={at}
            label={`Add-on ${at + 1}`}
            period={detail.versions[0]?.period ?? null}
            line={line}
            onChange={(next) => form.set({ add_ons: put(add_ons, at, next) })}
            onRemove={() => form.set({ add_ons: put(add_ons, at) })}
          />
        ))}
        <Group gap="xs">
          <Button variant="default" onClick={() => form.set({ coupons: [...coupons, NEW_COUPON] })}>
            Add coupon
          </Button>
          <Button variant="default" onClick={() => form.set({ add_ons: [...add_ons, NEW_ADD_ON] })}>
            Add add-on
          </Button>
        </Group>
      </ContractForm>
    </Part>
  )
}
