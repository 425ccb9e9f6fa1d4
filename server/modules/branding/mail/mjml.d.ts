/** The package ships no types; these cover what the layout uses. */
declare module 'mjml' {
  interface MjmlOptions {
    /** `strict` throws on anything unknown to the compiler. */
    validationLevel: 'strict' | 'soft' | 'skip'
    ignoreIncludes: boolean
    /** Web fonts by name; empty links none. */
    fonts: Record<string, string>
  }
  export default function mjml2html(source: string, options: MjmlOptions): Promise<{ html: string }>
}
