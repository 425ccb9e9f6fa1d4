import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconBrain from '@tabler/icons-react/dist/esm/icons/IconBrain.mjs'
import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import IconBuildingStore from '@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs'
import IconClipboardText from '@tabler/icons-react/dist/esm/icons/IconClipboardText.mjs'
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs'
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs'
import IconDatabaseImport from '@tabler/icons-react/dist/esm/icons/IconDatabaseImport.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs'
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMailCheck from '@tabler/icons-react/dist/esm/icons/IconMailCheck.mjs'
import IconMailSearch from '@tabler/icons-react/dist/esm/icons/IconMailSearch.mjs'
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs'
import IconPalette from '@tabler/icons-react/dist/esm/icons/IconPalette.mjs'
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconSparkles from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconStackPush from '@tabler/icons-react/dist/esm/icons/IconStackPush.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import IconTemplate from '@tabler/icons-react/dist/esm/icons/IconTemplate.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'

/** Icons of the sidebar, named by the rows of pages. */
const ICONS = {
  activity: IconActivity,
  ban: IconBan,
  brain: IconBrain,
  briefcase: IconBriefcase,
  bug: IconBug,
  'building-store': IconBuildingStore,
  'chart-bar': IconChartBar,
  checklist: IconChecklist,
  circle: IconCircle,
  'clipboard-text': IconClipboardText,
  dashboard: IconLayoutDashboard,
  'credit-card': IconCreditCard,
  database: IconDatabase,
  'database-import': IconDatabaseImport,
  'external-link': IconExternalLink,
  'file-import': IconFileImport,
  forms: IconForms,
  gauge: IconGauge,
  help: IconHelp,
  link: IconLink,
  history: IconHistory,
  list: IconList,
  'list-search': IconListSearch,
  mail: IconMail,
  'mail-check': IconMailCheck,
  'mail-search': IconMailSearch,
  package: IconPackage,
  palette: IconPalette,
  plug: IconPlug,
  repeat: IconRepeat,
  report: IconReportAnalytics,
  school: IconSchool,
  search: IconSearch,
  settings: IconSettings,
  sparkles: IconSparkles,
  stack: IconStack,
  'stack-push': IconStackPush,
  tag: IconTag,
  target: IconTarget,
  template: IconTemplate,
  users: IconUsers,
  wallet: IconWallet,
  webhook: IconWebhook,
}

export type NavIcon = keyof typeof ICONS

/** The icon with this name; external links have none. */
export const navIcon = (name: NavIcon = 'external-link'): typeof IconCircle => ICONS[name]
