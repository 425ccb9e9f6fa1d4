/** The guides of docs/user, read when the web application is built (scripts/help-plugin.ts). */
declare module 'virtual:help-guides' {
  /** Text, or tag, attributes and parts. */
  export type HelpNode = string | [tag: string, attributes: Record<string, string>, ...parts: HelpNode[]]
  export interface HelpGuide {
    slug: string
    title: string
    /** What the index says of the guide. */
    summary: string
    body: HelpNode[]
  }
  export const GUIDES: readonly HelpGuide[]
  /** Addresses of pictures, by the path that is in the guide. */
  export const PICTURES: Readonly<Record<string, string>>
}

declare module 'virtual:help-index' {
  export const SECTIONS: readonly import('./search-guides.ts').HelpSection[]
}
