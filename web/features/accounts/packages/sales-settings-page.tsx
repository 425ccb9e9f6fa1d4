import { Anchor, Switch, Textarea, TextInput } from '@mantine/core'
import { type PackageDetail, setSalesSettings, showPackage } from '#contract/accounts/plans.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function SalesForm({ detail }: { detail: PackageDetail }) {
  const form = useContractForm(setSalesSettings, {
    initial: {
      is_public: detail.is_public,
      description: detail.description,
      terms: detail.terms,
      after_sale_url: detail.after_sale_url ?? '',
    },
    params: { id: detail.id },
    body: ({ after_sale_url, ...rest }) => ({ ...rest, after_sale_url: after_sale_url.trim() || null }),
  })
  const embed = `<a href="${escaped(detail.sales_url)}" target="_blank" rel="noopener">${escaped(detail.name)}</a>`
  return (
    <PageBody maw={680}>
      <ContractForm form={form} submitLabel="Save" onlyChanges>
        <Switch
          {...form.field('is_public', 'checkbox')}
          label="Public page"
          description="Anyone with the link can see the package. Your customers also see it under Upgrade"
        />
        <Textarea
          {...form.field('description')}
          label="Description"
          description="Who it is for, and what they get done with it. Shown on its page and among all packages"
          minRows={3}
          maxRows={8}
          maxLength={1000}
        />
        <Textarea {...form.field('terms')} label="Terms" minRows={4} maxRows={14} maxLength={20_000} />
        <TextInput
          {...form.field('after_sale_url')}
          label="After a sale, go to"
          placeholder="https://example.com/thanks"
          inputMode="url"
        />
      </ContractForm>
      {detail.is_public && (
        <Part title="Share">
          <p>
            <Anchor href={detail.sales_url} target="_blank" rel="noreferrer noopener" inherit>
              {detail.sales_url}
            </Anchor>
          </p>
          <CopyBox label="Code for your website" text={embed} />
        </Part>
      )}
    </PageBody>
  )
}

/** Sales settings of a package: public page, terms, and the address after a sale. */
export function SalesSettingsPage() {
  const id = usePathId()
  const found = useEndpoint(showPackage, { params: { id } }, { refetchOnWindowFocus: false })
  const detail = found.data?.data
  return (
    <>
      <PageHeader
        title="Sales settings"
        subtitle={detail?.name}
        back={{ to: `/whitelabel/packages/${id}/edit`, label: 'Back to the package' }}
      />
      {found.isPending && <SkeletonRows rows={4} height={56} label="Loading the package" />}
      {found.isError && !detail && <LoadError what="The package" query={found} />}
      {detail && <SalesForm detail={detail} />}
    </>
  )
}
