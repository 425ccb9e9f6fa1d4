import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '../lib/error-report.ts'
import { AreaError } from './area-error.tsx'

interface Props {
  /** Name of the area in the error report. */
  area: string
  children: ReactNode
}

/** Contains an error within its area: reports it and offers a retry while the rest of the page works on. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    reportError(error, `${this.props.area}${info.componentStack ?? ''}`)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return <AreaError onRetry={() => this.setState({ error: undefined })} />
  }
}
