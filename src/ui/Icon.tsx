import type { IconNode } from 'lucide'
import { createElement } from 'react'

/** A decorative icon, hidden from screen readers; the text next to it says the same. */
export const Icon = ({ of, className }: { of: IconNode; className?: string | undefined }) => (
  <svg
    aria-hidden
    className={className}
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {of.map(([tag, shape], at) => createElement(tag, { key: at, ...shape }))}
  </svg>
)
