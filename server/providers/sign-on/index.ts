import type { SignOnProvider } from './sign-on-provider.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    signOn: SignOnProvider
  }
}

export { createOpenId } from './open-id.ts'
export {
  SignOnError,
  type SignOnPerson,
  type SignOnRequest,
} from './sign-on-provider.ts'
