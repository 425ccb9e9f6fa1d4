import { TabLinks } from '#web/ui/tab-links.tsx'

const TABS = [
  { to: '/admin/ai-assistant', label: 'Default prompts' },
  { to: '/admin/ai-assistant/history', label: 'History' },
]

/** Pages of the AI assistant for administrators. */
export const AssistantTabs = ({ current }: { current: string }) => (
  <TabLinks label="AI Assistant" tabs={TABS} current={current} />
)
