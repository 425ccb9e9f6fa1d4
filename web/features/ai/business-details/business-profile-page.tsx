import { Box, Skeleton, Textarea, TextInput } from '@mantine/core'
import { type BusinessDetails, businessDetails } from '#contract/ai/business-details.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { EditConflictDialog } from '#web/ui/edit-conflict-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { When } from '#web/ui/when.tsx'
import { FromWebsite } from './from-website.tsx'
import { LABELS, type ProfileField } from './profile-values.ts'
import { useProfileForm } from './use-profile-form.ts'

const AREA = { minRows: 2, maxRows: 8 } as const

/** Longer texts, some with a hint. */
const TEXTS: readonly [field: ProfileField, max: number, description?: string][] = [
  ['offer', 2000, 'What customers get and what it costs'],
  ['proof', 2000, 'Customers, numbers, awards'],
  ['tone', 500, 'For example: short, friendly, no jokes'],
  ['banned_phrases', 20_000, 'Never used in your texts, one per line'],
  ['signature', 1000, 'Your email signature'],
]

function ProfileForm({ profile }: { profile: BusinessDetails | null }) {
  const { form, conflict } = useProfileForm(profile)
  return (
    <>
      <ContractForm
        form={form}
        submitLabel="Save profile"
        onlyChanges
        leaving={{
          title: 'Leave without saving?',
          text: 'Your changes to the business profile are not saved.',
        }}
      >
        <TextInput {...form.field('website')} label={LABELS.website} maxLength={500} inputMode="url" />
        <FromWebsite values={form.values} onUse={form.set} />
        <TextInput {...form.field('name')} label={LABELS.name} maxLength={200} required />
        <Textarea
          {...form.field('address')}
          {...AREA}
          label={LABELS.address}
          description="Shown with your name and website in privacy notices"
          maxLength={500}
        />
        <Textarea {...form.field('description')} {...AREA} label={LABELS.description} maxLength={2000} />
        {TEXTS.map(([field, maxLength, description]) => (
          <Textarea
            key={field}
            {...form.field(field)}
            {...AREA}
            label={LABELS[field]}
            description={description}
            maxLength={maxLength}
          />
        ))}
      </ContractForm>
      {conflict && (
        <EditConflictDialog
          opened
          onClose={conflict.keepEditing}
          current={conflict.current}
          differences={conflict.differences}
          labels={LABELS}
          onSave={conflict.save}
        />
      )}
    </>
  )
}

/** The business profile: filled in by hand or from the company website. */
export function BusinessProfilePage() {
  const found = useEndpoint(businessDetails, {}, { refetchOnWindowFocus: false })
  const profile = found.data?.data
  return (
    <>
      <PageHeader
        title="Business Profile"
        subtitle={
          profile ? (
            <>
              {`Last saved by ${profile.updated_by ?? 'a former member'} `}
              <When at={profile.updated_at} />
            </>
          ) : (
            'Who you are and how you write, in one place'
          )
        }
      />
      <Box w="100%" maw={680} p="var(--app-gutter)">
        {found.isPending && <Skeleton height={480} aria-label="Loading the business profile" role="status" />}
        {found.isError && !found.data && <LoadError what="The business profile" query={found} />}
        {found.data && <ProfileForm profile={found.data.data} />}
      </Box>
    </>
  )
}
