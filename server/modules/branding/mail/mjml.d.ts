/** The package ships no types; this is what the layout uses. */
declare module 'mjml' {
  interface MjmlOptions {
    /** `strict` throws on anything the compiler does not know. */
    validationLevel: 'strict' | 'soft' | 'skip'
    ignoreIncludes: boolean
    /** Web fonts by name; empty means that none is ever linked. */
    fonts: Record<string, string>
  }
  export default function mjml2html(source: string, options: MjmlOptions): Promise<{ html: string }>
}
