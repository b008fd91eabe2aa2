/** Adding a member by hand; its work is still open. */
export const AddMemberDialog = (_props: { open: boolean; onClose: () => void }) => null
