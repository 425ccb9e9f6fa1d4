/** The guides of docs/user, bundled when the web application is built (scripts/help-plugin.ts). */
declare module 'virtual:help-guides' {
  /** Text, or tag, attributes and children. */
  export type HelpNode = string | [tag: string, attributes: Record<string, string>, ...parts: HelpNode[]]
  export interface HelpGuide {
    slug: string
    title: string
    /** Summary of the guide in the index. */
    summary: string
    body: HelpNode[]
  }
  export const GUIDES: readonly HelpGuide[]
  /** Addresses of pictures, by their path in the guide; those in dark colors have `-dark` behind their name. */
  export const PICTURES: Readonly<Record<string, string>>
}

declare module 'virtual:help-index' {
  export const SECTIONS: readonly import('./search-guides.ts').HelpSection[]
}
