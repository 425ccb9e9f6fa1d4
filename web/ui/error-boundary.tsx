import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '../lib/error-report.ts'
import { AreaError } from './area-error.tsx'

interface Props {
  /** Words for the report: which area broke. */
  area: string
  children: ReactNode
}

/** Keeps a fault inside its area: reports it and offers to try again, while the rest of the page continues. */
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
