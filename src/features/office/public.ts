// One page of the office: its heading, what can be done there, and its content.
export { OfficePage } from './OfficePage.tsx'
// What surrounds every page of the office: its sections, and that it works online only.
export { OfficeLayout, type OfficeSection } from './OfficeLayout.tsx'
// Rows of records: a table at a desk, cards on a phone.
export { type Column, Table } from './Table.tsx'
// A list that is read part by part, with a button for more.
export { PagedList } from './PagedList.tsx'
// The same where the rows are a table and the page says its title.
export { PagedTable } from './PagedTable.tsx'
// The fields that narrow a list, in one row.
export { FilterBar } from './FilterBar.tsx'
// The line that searches a list.
export { SearchLine } from './SearchLine.tsx'
// A moment in China's time.
export { formatChinaTime } from './format-china-time.ts'
// Take something out of use, for a reason.
export { WithdrawCard } from './WithdrawCard.tsx'
// Who works in the office here, and what they may do.
export { useOfficeUser } from './useOfficeUser.ts'
// Whoever leaves something unsaved is asked first.
export { useUnsavedChangesPrompt } from './useUnsavedChangesPrompt.ts'
// A number that is masked until somebody asks to see it, which is noted.
export { MaskedRow } from './MaskedRow.tsx'
// Take a table out, narrowed as its screen is.
export { ExportButtons } from './ExportButtons.tsx'
// From another page of staff to what stands before the office, and back.
export { LazyOfficeAccessLink } from './LazyOfficeAccessLink.ts'
