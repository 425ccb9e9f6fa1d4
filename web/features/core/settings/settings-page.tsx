import { Code, Stack, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Setting, setSetting, settings } from '#contract/core/settings.ts'
import { call } from '#web/lib/api.ts'
import { useBrand } from '#web/lib/branding.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'

function Flag({ setting, canChange }: { setting: Setting; canChange: boolean }) {
  const { name, label, hint, value, changed_by, changed_at } = setting
  const change = useMutation({
    mutationFn: (next: boolean) => call(setSetting, { params: { name }, body: { value: next } }),
  })
  return (
    <Switch
      label={label}
      description={
        <>
          {hint}
          {changed_at && (
            <>
              {' '}
              Changed by {changed_by ?? 'someone'}, <When at={changed_at} />.
            </>
          )}
        </>
      }
      checked={value}
      disabled={!canChange || change.isPending}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  )
}

const EXAMPLE = `MAP_TILES_URL=https://tiles.example.com/{z}/{x}/{y}.png
MAP_TILES_ATTRIBUTION=© OpenStreetMap contributors`

/** What maps show, and how to get streets: tiles are an address of the server's environment. */
function MapBackground() {
  const tiles = useBrand().map_tiles
  return (
    <Part
      title="Map background"
      hint={
        tiles
          ? `Maps show the tiles of ${new URL(tiles.url).host}.`
          : 'Maps show outlines of countries and no streets. To show streets, set these variables of the server to a tile server that you may use, and restart.'
      }
    >
      {!tiles && <Code block>{EXAMPLE}</Code>}
    </Part>
  )
}

/** Settings of the installation with their last editor; for administrators. */
export function SettingsPage() {
  const found = useEndpoint(settings)
  const canChange = useCan('administer')
  return (
    <>
      <PageHeader title="Settings" subtitle="Changes take effect at once, for everyone" />
      {found.isPending && <SkeletonRows rows={5} height={64} label="Loading the settings" />}
      {found.isError && !found.data && <LoadError what="The settings" query={found} />}
      <Stack p="md" gap="lg" maw={640}>
        {found.data?.data.map((setting) => (
          <Flag key={setting.name} setting={setting} canChange={canChange} />
        ))}
        <MapBackground />
      </Stack>
    </>
  )
}
