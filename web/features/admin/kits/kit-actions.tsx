import { Textarea, TextInput } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import {
  deleteKit,
  type StoredKit,
  shareKit,
  showKitVersion,
  unshareKit,
  updateKit,
} from '#contract/admin/stored-kits.ts'
import { call } from '#web/lib/api.ts'
import { MissingFileError } from '#web/lib/chunk-reload.ts'
import { saveText } from '#web/lib/save-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import type { RowAction } from '#web/ui/row-menu.tsx'
import { ShownOnceDialog } from '#web/ui/shown-once-dialog.tsx'
import type { Dialog } from '#web/ui/use-dialog.ts'
import { writeKitYaml } from './kit-file.ts'
import { fileName } from './kit-labels.ts'
import { NewVersionDialog } from './kit-source-form.tsx'

type Kit = Pick<StoredKit, 'id' | 'name' | 'description' | 'version' | 'shared'>

function RenameForm({ kit, onClose }: { kit: Kit; onClose: () => void }) {
  const form = useContractForm(updateKit, {
    initial: { name: kit.name, description: kit.description },
    params: { id: kit.id },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose}>
      <TextInput {...form.field('name')} label="Name" maxLength={100} autoComplete="off" data-autofocus />
      <Textarea
        {...form.field('description')}
        label="Description"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
      />
    </ContractForm>
  )
}
const RenameDialog = formDialog('Rename kit', 460, RenameForm)

/** Saves a version as a file. */
async function saveVersion(kit: Pick<Kit, 'id' | 'name'>, number: number, kind: 'yaml' | 'json') {
  const { data } = await call(showKitVersion, { params: { id: kit.id, number } })
  const text =
    kind === 'yaml' ? await writeKitYaml(data.document) : `${JSON.stringify(data.document, null, 2)}\n`
  saveText(`${fileName(kit.name)}.${kind}`, text, kind === 'yaml' ? 'application/yaml' : 'application/json')
}

export const downloads = (kit: Pick<Kit, 'id' | 'name'>, version: number): RowAction[] =>
  (['yaml', 'json'] as const).map((kind) => ({
    label: `Download as ${kind.toUpperCase()}`,
    icon: IconDownload,
    run: () =>
      void saveVersion(kit, version, kind).catch((error) => {
        // A failed call has shown its own toast.
        if (error instanceof MissingFileError) showToast({ kind: 'error', message: error.message })
      }),
  }))

/** Makes a link, and shows it the only time. */
async function share({ id, name }: Kit, { show }: Dialog) {
  // Shown instead: the dialog with the link; a failure in the question before it
  const { data } = await call(shareKit, { params: { id }, quiet: 'message' })
  show(({ opened, onClose }) => (
    <ShownOnceDialog
      title={`Link of ${name}`}
      onStored={onClose}
      leaveTitle="Leave without saving the link?"
      leaveText="You won’t see it again. If you lose it, you can make another one."
    >
      {opened && (
        <>
          <p>Anybody who has this link can read the newest version. You won’t see it again.</p>
          <CopyBox label="Link" text={data.url} />
          <CopyBox label="As a YAML file" text={`${data.url}/kit.yaml`} />
        </>
      )}
    </ShownOnceDialog>
  ))
}

/** What can be done with a kit, beside rolling it out. */
export function kitActions(kit: Kit, dialogs: Dialog, onDeleted?: () => void): RowAction[] {
  const { id, name, shared } = kit
  const { show, confirm } = dialogs
  return [
    {
      label: 'New version',
      icon: IconPlus,
      run: () => show((state) => <NewVersionDialog {...state} kit={kit} />),
    },
    { label: 'Rename', icon: IconPencil, run: () => show((state) => <RenameDialog {...state} kit={kit} />) },
    ...downloads(kit, kit.version),
    shared
      ? {
          label: 'Turn off the link',
          icon: IconLinkOff,
          run: () =>
            confirm({
              title: `Turn off the link of ${name}?`,
              confirmLabel: 'Turn off',
              onConfirm: () => call(unshareKit, { params: { id }, quiet: 'errors' }),
              children: 'Nobody can read the kit by its link any more. Kits made from it stay.',
            }),
        }
      : { label: 'Share a link', icon: IconLink, run: () => void share(kit, dialogs).catch(() => {}) },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      run: () =>
        confirm({
          title: `Delete ${name}?`,
          confirmLabel: 'Delete kit',
          danger: true,
          onConfirm: async () => {
            await call(deleteKit, { params: { id }, quiet: 'errors' })
            onDeleted?.()
          },
          children:
            'Its versions and its link are deleted. Accounts keep its settings and can be rolled back. Packages no longer name it.',
        }),
    },
  ]
}
