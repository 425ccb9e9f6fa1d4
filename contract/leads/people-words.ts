/** Departments of a company in search forms. */
export const DEPARTMENTS = [
  'executive',
  'engineering',
  'it',
  'product',
  'design',
  'sales',
  'marketing',
  'communication',
  'support',
  'operations',
  'finance',
  'legal',
  'hr',
  'education',
  'health',
] as const
export type Department = (typeof DEPARTMENTS)[number]

export const DEPARTMENT_LABELS: Record<Department, string> = {
  executive: 'Management board',
  engineering: 'Engineering',
  it: 'IT',
  product: 'Product',
  design: 'Design',
  sales: 'Sales',
  marketing: 'Marketing',
  communication: 'Communication',
  support: 'Customer support',
  operations: 'Operations',
  finance: 'Finance',
  legal: 'Legal',
  hr: 'Human resources',
  education: 'Education',
  health: 'Health',
}

/** Company sizes in employees, in the steps that vendors share. */
export const COMPANY_SIZES = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const
export type CompanySize = (typeof COMPANY_SIZES)[number]
