import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/**
 * Cuts the typeface to what the application uses: node scripts/cut-fonts.ts. The files are kept in the repository, so
 * that a build need not make them. Run it again after an update of the package; a test compares.
 */

const SOURCE = join(import.meta.dirname, '../node_modules/@fontsource-variable/inter/files')
export const FONT_FOLDER = join(import.meta.dirname, '../web/ui/fonts')
/** Alphabets, each in its own file; see web/ui/fonts.css. */
export const ALPHABETS = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const
/** Font weights of the style sheets. */
export const WEIGHTS = { min: 400, max: 750 }
/** Kerning and accents; figures of one width; and the letters that style sheets choose (cv11, ss03). */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'cv11', 'ss03']

/** Everything that a file holds: it contains one alphabet already. */
const ANY_LETTER = Array.from({ length: 0xd800 }, (_none, code) => String.fromCharCode(code)).join('')

export const fontFile = (alphabet: string): string => `inter-${alphabet}.woff2`

export const cutFont = (alphabet: (typeof ALPHABETS)[number]): Promise<Buffer> =>
  subsetFont(readFileSync(join(SOURCE, `inter-${alphabet}-wght-normal.woff2`)), `${ANY_LETTER}\uFEFF\uFFFD`, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  })

if (import.meta.main)
  for (const alphabet of ALPHABETS)
    writeFileSync(join(FONT_FOLDER, fontFile(alphabet)), await cutFont(alphabet))
