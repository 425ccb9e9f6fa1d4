import { Component, type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { loadFile, MissingFileError, reloadIfAnswered } from '../lib/chunk-reload.ts'
import { showToast } from '../lib/toast.ts'
import classes from './load-later.module.css'

interface FileBoundaryProps {
  children: ReactNode
  onError: () => void
  /** Loads the file again. */
  onRetry: () => void
  fallback: (error: MissingFileError, retry: () => void) => ReactNode
}

/** Catches a file that could not be loaded; other errors are left to the boundary around it. */
class FileBoundary extends Component<FileBoundaryProps, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (!(error instanceof MissingFileError)) throw error
    return this.props.fallback(error, this.retry)
  }
}

interface NotLoadedProps {
  error: MissingFileError
  retry: () => void
}

const RELOAD = { label: 'Reload', run: reloadIfAnswered }

/** In place of a part of the page. */
function NotLoaded({ error, retry }: NotLoadedProps) {
  const { label, run } = error.isOutage ? { label: 'Try again', run: retry } : RELOAD
  return (
    <div role="alert" className={classes.root}>
      {error.message}{' '}
      <button type="button" className={`hoverable ${classes.action}`} onClick={run}>
        {label}
      </button>
    </div>
  )
}

/** What opens over the page, as dialogs take it. */
interface Overlay {
  opened?: boolean
  onClose?: () => void
}

/** In place of a dialog: says it in a toast, and loads it again at the next opening. */
function NotOpened({ error, retry, opened = true, onClose }: NotLoadedProps & Overlay) {
  const wasOpened = useRef(false)
  const shown = useRef<unknown>(null)
  useEffect(() => {
    const isOpening = opened && !wasOpened.current
    wasOpened.current = opened
    if (opened && shown.current !== error) {
      shown.current = error
      showToast({ kind: 'error', message: error.message, ...(!error.isOutage && { action: RELOAD }) })
      onClose?.()
    } else if (isOpening) retry()
  }, [opened, error, retry, onClose])
  return null
}

/** React loads a file once: after a failure `Part` is a new component, which loads it again. */
interface LaterFile<P> {
  Part: ComponentType<P>
  make: () => ComponentType<P>
}

function Later<P extends object>({ file, props }: { file: LaterFile<P>; props: P }) {
  const [Part, setPart] = useState(() => file.Part)
  return (
    <FileBoundary
      onError={() => {
        if (file.Part === Part) file.Part = file.make()
      }}
      onRetry={() => setPart(() => file.Part)}
      fallback={(error, retry) =>
        'onClose' in props ? (
          <NotOpened error={error} retry={retry} {...(props as Overlay)} />
        ) : (
          <NotLoaded error={error} retry={retry} />
        )
      }
    >
      <Part {...props} />
    </FileBoundary>
  )
}

/**
 * A component in a file of its own, loaded when it is first shown; `<Suspense>` around it shows the time until then. If
 * the file can't be loaded, the page around it stays: a part says so in its place, a dialog (with `onClose`) in a toast.
 */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const make = () => lazy(async () => ({ default: await loadFile(load) })) as unknown as ComponentType<P>
  const file = { Part: make(), make }
  return (props) => <Later file={file} props={props} />
}
