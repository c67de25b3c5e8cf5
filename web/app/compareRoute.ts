import "../styles/compare.css";
import "../styles/compare_phone.css";
import "../styles/compare_panel.css";

export { default } from "../compare/ComparePage.tsx";
