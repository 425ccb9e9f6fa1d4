import { NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { MAX_RADIUS_KM } from '#contract/core/constants.ts'
import { fromKm, userUnit } from '#web/lib/distance.ts'
import { loadPlaces } from '#web/lib/places.ts'
import type { ContractForm } from '#web/lib/use-contract-form.ts'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import type { AreaDraft } from './area-draft.ts'
import classes from './corpus-page.module.css'

export interface FetchDraft extends AreaDraft {
  source: string
}

const SIDES = [
  { name: 'west', label: 'West', limit: 180 },
  { name: 'south', label: 'South', limit: 90 },
  { name: 'east', label: 'East', limit: 180 },
  { name: 'north', label: 'North', limit: 90 },
] as const

function PlaceFields({ form }: { form: ContractForm<FetchDraft> }) {
  const { near } = form.values
  return (
    <>
      <SuggestInput
        label="Place"
        text={typeof near === 'string' ? near : near.label}
        error={form.errors.near}
        placeholder="City, or latitude, longitude"
        source="places"
        load={loadPlaces}
        onText={(text) => form.set({ near: text })}
        onPick={(place) => form.set({ near: place })}
      />
      <NumberInput
        allowDecimal
        {...form.field('radius_km')}
        label={`Radius (${userUnit()})`}
        min={1}
        max={Math.floor(fromKm(MAX_RADIUS_KM, userUnit()))}
        allowNegative={false}
      />
    </>
  )
}

/** Fields for the area and the target source. */
export function AreaFields({ form }: { form: ContractForm<FetchDraft> }) {
  const { by } = form.values
  return (
    <>
      <SegmentedControl
        aria-label="Area"
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'place', label: 'Around a place' },
          { value: 'box', label: 'Box' },
        ]}
        value={by}
        onChange={(value) => form.set({ by: value as AreaDraft['by'] })}
      />
      <div className={classes.fields}>
        {by === 'place' ? (
          <PlaceFields form={form} />
        ) : (
          SIDES.map(({ name, label, limit }) => (
            <NumberInput
              allowDecimal
              key={name}
              {...form.field(name)}
              label={`${label} (°)`}
              min={-limit}
              max={limit}
              decimalScale={6}
              hideControls
            />
          ))
        )}
        <TextInput
          {...form.field('source')}
          label="Source name"
          description="Areas with the same name are refreshed together"
          maxLength={100}
        />
      </div>
    </>
  )
}
