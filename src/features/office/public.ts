// One page of the office: its heading, its actions, and its content.
export { OfficePage } from './OfficePage.tsx'
// The frame of every office page: its sections, and a note that it works online only.
export { OfficeLayout, type OfficeSection } from './OfficeLayout.tsx'
// Rows of records: a table on a wide screen, cards on a phone.
export { type TableColumn, Table } from './Table.tsx'
// A paged list with a button for more.
export { PagedList } from './PagedList.tsx'
// A paged list rendered as a table below a visible title.
export { PagedTable } from './PagedTable.tsx'
// The filter fields of a list in one row.
export { FilterBar } from './FilterBar.tsx'
// The filters of a searched list, and a choice among them.
export { useListFilter } from './useListFilter.ts'
export { FilterSelect } from './FilterSelect.tsx'
// The search row of a list.
export { SearchLine } from './SearchLine.tsx'
// A group of checkboxes.
export { CheckboxGroup } from './CheckboxGroup.tsx'
// A day, or a day and time, in the language of the app.
export { DateField } from './DateField.tsx'
export { DateRangeFields } from './DateRangeFields.tsx'
// Formats an instant in China's time.
export { formatChinaTime } from './format-china-time.ts'
// A form with its button and the reason of a refusal.
export { OfficeForm } from './OfficeForm.tsx'
// Links within the office, and to a student.
export { OfficeButtonLink, OfficeLink, StudentLink } from './OfficeLink.tsx'
// The fields of a sheet, and a sheet that asks for a reason and then makes a call.
export { SheetFields } from './SheetFields.tsx'
export { ReasonSheet } from './ReasonSheet.tsx'
// The form of a sheet that finds a student by number.
export { FindByNumber } from './FindByNumber.tsx'
// Parses a typed amount of money.
export { parseTypedYuan } from './parse-typed-yuan.ts'
// Withdraws an item with a reason.
export { WithdrawCard } from './WithdrawCard.tsx'
// The office user and their permissions.
export { useOfficeUser } from './useOfficeUser.ts'
// Confirms leaving a page with unsaved changes.
export { useUnsavedChangesPrompt } from './useUnsavedChangesPrompt.ts'
// A masked number; revealing it is recorded in the audit log.
export { MaskedNumberRow } from './MaskedNumberRow.tsx'
// Exports a table with its screen's filters.
export { ExportButtons } from './ExportButtons.tsx'
// Links from another staff page to the office's gate and back.
export { LazyOfficeAccessLink } from './LazyOfficeAccessLink.ts'
