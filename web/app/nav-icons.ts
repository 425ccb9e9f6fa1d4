import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconBrain from '@tabler/icons-react/dist/esm/icons/IconBrain.mjs'
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconDatabaseImport from '@tabler/icons-react/dist/esm/icons/IconDatabaseImport.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailSearch from '@tabler/icons-react/dist/esm/icons/IconMailSearch.mjs'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import IconStackPush from '@tabler/icons-react/dist/esm/icons/IconStackPush.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'

const ICONS: Record<string, typeof IconCircle> = {
  '/business-profile': IconBuildingStore,
  '/wallet': IconWallet,
  '/ai/training': IconBrain,
  '/integration': IconPlug,
  '/lead-search/new-search': IconSearch,
  '/lead-search/saved-lists': IconList,
  '/lead-search/email-finder': IconMailSearch,
  '/lead-search/email-verification': IconMailCheck,
  '/lead-search/waterfall': IconStackPush,
  '/lead-search/sources': IconChartBar,
  '/suppression': IconBan,
  '/lead-search/ai-assistant': IconSparkles,
  '/lead-search/custom-labels': IconTag,
  '/lead-search/autopilot': IconRepeat,
  '/admin/resellers': IconBuildingStore,
  '/admin/ai-limits': IconGauge,
  '/admin/corpus': IconDatabaseImport,
  '/admin/searchers': IconListSearch,
  '/admin/mails': IconMail,
  '/admin/brand': IconPalette,
}

/** The icon of a line of the side bar; links that lead out have their own. */
export const navIcon = (path: string | undefined): typeof IconCircle =>
  path === undefined ? IconExternalLink : (ICONS[path] ?? IconCircle)

/** Whether a page has an icon of its own. */
export const hasNavIcon = (path: string): boolean => Object.hasOwn(ICONS, path)
