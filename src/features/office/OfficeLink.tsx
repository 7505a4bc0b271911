import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink, type ButtonTone } from '#app/ui/Button.tsx'

interface Props {
  /** The address below /manage. */
  to: string
  children: ReactNode
}

/** A link within the office. */
export const OfficeLink = ({ to, children }: Props) => (
  <Link to="/manage/$" params={{ _splat: to }}>
    {children}
  </Link>
)

/** A link within the office that looks like a button. */
export const OfficeButtonLink = ({ to, tone, children }: Props & { tone: ButtonTone }) => (
  <ButtonLink tone={tone} to="/manage/$" params={{ _splat: to }}>
    {children}
  </ButtonLink>
)

/** A link to the page of a student. */
export const StudentLink = ({
  of: { student, name, studentNumber = '' },
}: {
  of: { readonly student: string; readonly name: string; readonly studentNumber?: string }
}) => <OfficeLink to={`students/${student}`}>{`${name} ${studentNumber}`.trim()}</OfficeLink>
