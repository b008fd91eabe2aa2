/** A line drawing of a cutting plan, the parts of a wardrobe on a board, for empty lists. */
export const CuttingPlan = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 132 84"
    fill="none"
    stroke="currentColor"
    className="mb-2.5 h-21 w-33 text-edge opacity-70"
  >
    <path d="M.5.5h131v83H.5zM44.5.5v83M44.5 52.5h87M.5 26.5h44M.5 68.5h44M88.5.5v52M110.5 52.5v31M66.5 52.5v31M88.5 22.5h43" />
    <path d="M88.5 22.5h43v30h-43z" fill="currentColor" fillOpacity="0.18" stroke="none" />
  </svg>
)
