import { kitLibrary, libraryKit } from '#contract/admin/kit-library.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { callServer } from '../http/open-session.ts'
import { textTable } from '../terminal/text-table.ts'

/** `leadwright kit library`. */
export const kitLibraryCommand = defineCommand({
  name: 'kit library',
  summary: 'Built-in kits, or one of them as a file',
  positionals: ['NAME?'],
  notes: ['Change the file to your needs before you apply it: its search names a category and a place.'],
  examples: ['leadwright kit library', 'leadwright kit library web-design-agency > kit.yaml'],
  async run(call) {
    const [name] = call.positionals
    if (name !== undefined) {
      const { data } = await callServer(call, libraryKit, { params: { name } })
      call.terminal.result(data.document, () => data.yaml.trimEnd())
      return undefined
    }
    const { data } = await callServer(call, kitLibrary, {})
    const rows = data.map((kit) => [kit.name, String(kit.settings), kit.description])
    call.terminal.result(data, () => textTable(['NAME', '>SETTINGS', 'ABOUT'], rows, call.terminal.width))
    return undefined
  },
})
