import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PlatformBrand, platformBrand, updatePlatformBrand } from '#contract/sites.ts'
import { refreshBrand } from '#web/lib/branding.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ColorField, LogoField } from './brand-fields.tsx'
import classes from './brand-page.module.css'
import { BRAND_NAME_HINT, COLOR_FIELDS, toBrand, toValues } from './brand-values.ts'

function BrandForm({ brand }: { brand: PlatformBrand }) {
  const form = useContractForm(updatePlatformBrand, {
    initial: toValues(brand),
    body: toBrand,
    onSuccess: refreshBrand,
  })
  return (
    <ContractForm
      form={form}
      submitLabel="Save brand"
      onlyChanges
      leaving={{ title: 'Leave without saving?', text: 'Your changes to the brand are not saved.' }}
    >
      <TextInput
        {...form.field('name')}
        label="Name"
        placeholder={BRAND_NAME_HINT}
        description="Shown in page titles, emails and on the sign-in page"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={100}
        autoComplete="off"
      />
      <LogoField value={form.values.logo} onChange={(logo) => form.set({ logo })} error={form.errors.logo} />
      <div className={classes.colors}>
        {COLOR_FIELDS.map(({ name, label, standard }) => (
          <ColorField
            key={name}
            name={name}
            label={label}
            standard={standard}
            value={form.values[name]}
            onChange={(value) => form.set({ [name]: value })}
            error={form.errors[name]}
          />
        ))}
      </div>
      <p className={classes.hint}>Colors that would make text hard to read are adjusted.</p>
    </ContractForm>
  )
}

/** Name, logo and colors of the platform itself, for administrators. */
export function BrandPage() {
  const found = useQuery({ ...endpointQuery(platformBrand), refetchOnWindowFocus: false })
  return (
    <>
      <PageHeader
        title="Brand"
        subtitle="How this installation looks to everyone, except on resellers’ domains"
      />
      <div className={classes.column}>
        {found.isPending && <Skeleton height={320} aria-label="Loading the brand" role="status" />}
        {found.isError && !found.data && (
          <LoadError what="The brand" error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.data && <BrandForm brand={found.data.data} />}
      </div>
    </>
  )
}
