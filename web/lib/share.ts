export interface Share {
  id: string
  label: string
  value: number
  tone: 'success' | 'warning' | 'danger' | 'dimmed'
}
