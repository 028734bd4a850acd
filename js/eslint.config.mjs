import eslint from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  { ignores: ["node_modules/", "src/kernel/messages/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" } },
  eslint.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}", "room/**/*.ts", "site/**/*.ts", "test/**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      complexity: ["error", 20],
      eqeqeq: ["error", "always"],
      "no-alert": "error",
      "no-console": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Names and comments are text." },
        { selector: "AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]", message: "Names and comments are text." },
        {
          selector: "CallExpression[callee.object.name='document'][callee.property.name=/^(querySelector|getElement)/]",
          message: "A widget may stand in a shadow root: search from its own root.",
        },
      ],
      "object-shorthand": "error",
      "prefer-const": "error",
      // Types stand beside interfaces where a union will grow from them.
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ["room/**/*.ts", "site/**/*.ts"],
    rules: {
      // This page is ours as a whole, and what fails in it is told to whoever looks for the cause.
      "no-console": "off",
      "no-restricted-syntax": "off",
    },
  },
  {
    files: ["test/**/*.{ts,tsx}"],
    rules: {
      // A test looks at whatever page it made.
      "no-restricted-syntax": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    files: ["*.mjs", "site/*.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly" } },
  },
);
